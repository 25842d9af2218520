// Checks IAM authorization: computes the request's Signature Version 4 again with the only known credentials, and compares
// the two signatures (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
import { createHash, timingSafeEqual, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AuthorizationRequest, Verdict } from '../authorization.js';
import { parseQuery } from '../query-string.js';
import { headerValue } from '../request.js';
import { readSignature, type SignatureParts } from './signature-parts.js';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

export const SERVICE = 'execute-api';
const MAX_SKEW = 5 * 60_000;
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key ' +
  'and signing method. Consult the service documentation for details.';

export async function checkSignature(
  request: AuthorizationRequest,
  credentials: Credentials,
  accountId: string,
): Promise<Verdict> {
  const parts = readSignature(request);
  if (parts.kind === 'absent') {
    const note = 'the request is not signed';
    return { kind: 'refused', error: 'missingAuthenticationToken', note };
  }
  if (parts.kind === 'incomplete') {
    return { kind: 'refused', error: 'incompleteSignature', message: parts.message };
  }
  if (parts.service !== SERVICE) {
    return invalid(`Credential should be scoped to correct service: '${SERVICE}'. `);
  }
  if (
    parts.accessKeyId !== credentials.accessKeyId ||
    parts.sessionToken !== credentials.sessionToken
  ) {
    const note = `the access key ID is ${parts.accessKeyId}, not ${credentials.accessKeyId}, or the session token differs`;
    return { kind: 'refused', error: 'unknownAccessKey', note };
  }
  const expired = checkTime(parts, request.time);
  if (expired !== undefined) return invalid(expired);
  const expected = await computeSignature({ request, parts, credentials });
  if (!isEqual(expected, parts.signature)) return invalid(MISMATCH);
  return { kind: 'granted', access: { identity: identityOf(credentials.accessKeyId, accountId) } };
}

function invalid(message: string): Verdict {
  return { kind: 'refused', error: 'invalidSignature', message };
}

function identityOf(accessKey: string, accountId: string) {
  const user = 'AIDALOCALFRAMEWORKUSER';
  return {
    accessKey,
    accountId,
    caller: user,
    user,
    userArn: `arn:aws:iam::${accountId}:user/local`,
  };
}

/** Returns API Gateway's error about the time of a signature; undefined if the time is valid. */
function checkTime({ date, longDate, expires }: SignatureParts, now: number): string | undefined {
  const lifetime = expires ?? MAX_SKEW;
  if (date > now + MAX_SKEW) {
    return `Signature not yet current: ${longDate} is still later than ${longDateOf(now + MAX_SKEW)}`;
  }
  if (date + lifetime < now) {
    return `Signature expired: ${longDate} is now earlier than ${longDateOf(now - lifetime)}`;
  }
  return undefined;
}

function longDateOf(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

type Signed = {
  readonly request: AuthorizationRequest;
  readonly parts: SignatureParts;
  readonly credentials: Credentials;
};

async function computeSignature({ request, parts, credentials }: Signed): Promise<string> {
  const { accessKeyId, secretAccessKey } = credentials;
  const signer = new SignatureV4({
    service: SERVICE,
    region: parts.region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    applyChecksum: false,
  });
  const body = request.body ?? new Uint8Array();
  const claimed = headerValue(request.headers, 'x-amz-content-sha256');
  const actual = createHash('sha256').update(body).digest('hex');
  if (claimed !== undefined && claimed !== actual) return '';
  const headers = signedHeaders(request, parts.signedHeaders);
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: 'https:',
      hostname: '',
      path: request.path,
      query: parseQuery(request.query)?.multi ?? {},
      headers,
      body,
    },
    {
      signingDate: new Date(parts.date),
      signableHeaders: new Set(parts.signedHeaders),
      // The signer adds `X-Amz-Date` itself. The header is part of the signature only if the client has signed it.
      unsignableHeaders: new Set(['x-amz-date']),
    },
  );
  return /Signature=([0-9a-f]+)$/.exec(signed.headers['authorization'] ?? '')?.[1] ?? '';
}

function signedHeaders(
  request: AuthorizationRequest,
  names: readonly string[],
): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < request.headers.length; index += 2) {
    const name = (request.headers[index] ?? '').toLowerCase();
    if (!names.includes(name)) continue;
    const value = request.headers[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(headers);
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  // Compares the lengths in bytes, because a character can take more than one byte.
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Wraps the SHA-256 hash from Node.js in the interface that the signer requires. */
export class Sha256 {
  readonly #hash: { update(data: Uint8Array | string): unknown; digest(): Uint8Array };

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', toBuffer(secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
}

function toBuffer(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}
