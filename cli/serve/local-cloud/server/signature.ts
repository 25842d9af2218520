// Who signed a request and for which service, from the headers of Signature Version 4. The signature itself is not
// computed again: two key ids stand for credentials that do not work, and the time is compared.
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal, Service } from '../service.js';

export type ServiceName = Service['name'];

export type Signature =
  | {
      readonly kind: 'signed';
      readonly service: string;
      readonly region: string;
      readonly accessKeyId: string;
    }
  | { readonly kind: 'refused'; readonly service: string; readonly refusal: Refusal };

/** Key ids that tests use to see credentials fail. */
export const EXPIRED_KEY = 'EXPIRED';
export const UNKNOWN_KEY = 'UNKNOWN';
/** A key whose secret is another. */
export const WRONG_SECRET_KEY = 'WRONGSECRET';

type Codes = Readonly<Record<'missing' | 'expired' | 'unknown' | 'secret', string>>;

const REST_JSON: Codes = {
  missing: 'MissingAuthenticationTokenException',
  expired: 'ExpiredTokenException',
  unknown: 'UnrecognizedClientException',
  secret: 'InvalidSignatureException',
};
const QUERY: Codes = {
  missing: 'MissingAuthenticationToken',
  expired: 'ExpiredToken',
  unknown: 'InvalidClientTokenId',
  secret: 'SignatureDoesNotMatch',
};

const FIVE_MINUTES = 5 * 60_000;

export function readSignature(
  request: { readonly path: string; readonly headers: IncomingHttpHeaders },
  now: number,
): Signature {
  const { authorization = '' } = request.headers;
  const scope =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request,\s*SignedHeaders=[^,]+,\s*Signature=[0-9a-f]{64}$/.exec(
      authorization,
    );
  if (!scope) {
    const service = guessService(request);
    const codes = codesOf(service);
    return refused(service, authorization ? 'IncompleteSignature' : codes.missing, MISSING);
  }
  const [, key = '', region = '', service = ''] = scope;
  const codes = codesOf(service);
  if (key === EXPIRED_KEY) return { kind: 'refused', service, refusal: expiredToken(service) };
  if (key === UNKNOWN_KEY) return { kind: 'refused', service, refusal: unknownKey(service) };
  if (key === WRONG_SECRET_KEY) return refused(service, codes.secret, MISMATCH);
  const signed = readDate(request.headers['x-amz-date']);
  if (now - signed > FIVE_MINUTES || signed - now > FIVE_MINUTES)
    return refused(service, codes.secret, clockText(signed, now));
  return { kind: 'signed', service, region, accessKeyId: key };
}

const MISSING = 'Missing Authentication Token';
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

function codesOf(service: string): Codes {
  return ['iam', 'sns', 's3', 'sts'].includes(service) ? QUERY : REST_JSON;
}

/** What the caller reads whose session has ended. */
export function expiredToken(service: string): Refusal {
  const message = 'The security token included in the request is expired';
  return refusalOf(service, codesOf(service).expired, message);
}

/** What the caller reads whose key nobody has. */
export function unknownKey(service: string): Refusal {
  const message = 'The security token included in the request is invalid.';
  return refusalOf(service, codesOf(service).unknown, message);
}

function refused(service: string, code: string, message: string): Signature {
  return { kind: 'refused', service, refusal: refusalOf(service, code, message) };
}

function refusalOf(service: string, code: string, message: string): Refusal {
  // CloudWatch Logs and EventBridge answer everything that the caller did with 400.
  return { status: service === 'logs' || service === 'events' ? 400 : 403, code, message };
}

function guessService({
  path,
  headers,
}: {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}): ServiceName {
  if (headers['x-amz-target'] !== undefined) return 'logs';
  if (/^\/\d{4}-\d{2}-\d{2}\//.test(path)) return 'lambda';
  return path === '/' ? 'iam' : 'apigateway';
}

/** `20261121T120000Z`. */
function readDate(header: string | readonly string[] | undefined): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(header));
  if (!parts) return 0;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function clockText(signed: number, now: number): string {
  const edge = now + (signed < now ? -FIVE_MINUTES : FIVE_MINUTES);
  const times = `${compact(edge)} (${compact(now)} ${signed < now ? '-' : '+'} 5 min.)`;
  return signed < now
    ? `Signature expired: ${compact(signed)} is now earlier than ${times}`
    : `Signature not yet current: ${compact(signed)} is still later than ${times}`;
}

function compact(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
