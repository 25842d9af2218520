// Reads the caller and the service of a request from the headers of Signature Version 4. The signature itself is not verified,
// but the time is checked, and tests can use special key ids as invalid credentials. The signature of a presigned URL is
// verified, because it is the only proof of what the URL allows.
import { createHash, createHmac } from 'node:crypto';
import { bucketOf } from '../s3/bucket-store.js';
import type { Refusal, ServiceRequest } from '../service.js';

export type Signature =
  | {
      readonly kind: 'signed';
      readonly service: string;
      readonly region: string;
      readonly accessKeyId: string;
    }
  /** An unsigned call to a bucket, such as browsers send. */
  | { readonly kind: 'anonymous'; readonly service: 's3'; readonly region: string }
  | { readonly kind: 'refused'; readonly service: string; readonly refusal: Refusal };

/** Key IDs that tests use for credentials that have expired, are unknown or have a wrong secret. */
export const EXPIRED_KEY = 'EXPIRED';
export const UNKNOWN_KEY = 'UNKNOWN';
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

type SignedRequest = Pick<ServiceRequest, 'method' | 'path' | 'query' | 'headers'>;

type Known = {
  readonly now: number;
  readonly secretOf: (accessKeyId: string) => string | undefined;
  readonly regionOfBucket: (bucket: string) => string | undefined;
};

export function readSignature(request: SignedRequest, known: Known): Signature {
  const { now } = known;
  const { authorization = '' } = request.headers;
  if (authorization === '') {
    if (request.query.has('X-Amz-Signature')) return readPresigned(request, known);
    const region = known.regionOfBucket(bucketOf(request).bucket);
    const isOther = request.headers['x-amz-target'] !== undefined;
    if (region !== undefined && !isOther) return { kind: 'anonymous', service: 's3', region };
  }
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

/** docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
function readPresigned(request: SignedRequest, { now, secretOf }: Known): Signature {
  const { query } = request;
  const valueOf = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  const [key = '', day = '', region = '', service = ''] = valueOf('Credential').split('/');
  const deny = (code: string, message: string, details: Details = {}): Signature => ({
    kind: 'refused',
    service,
    refusal: { status: 403, code, message, headers: { 'x-details': JSON.stringify(details) } },
  });
  const secret = secretOf(key);
  if (secret === undefined) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    return deny('InvalidAccessKeyId', message, { AWSAccessKeyId: key });
  }
  const seconds = Number(valueOf('Expires'));
  if (!(seconds >= 1 && seconds <= 604_800)) {
    const message =
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds';
    const refusal = { status: 400, code: 'AuthorizationQueryParametersError', message };
    return { kind: 'refused', service, refusal };
  }
  const signedAt = readDate(valueOf('Date'));
  const end = signedAt + seconds * 1000;
  if (now > end) {
    const times = { Expires: new Date(end).toISOString(), ServerTime: new Date(now).toISOString() };
    return deny('AccessDenied', 'Request has expired', times);
  }
  if (signedAt - now > FIVE_MINUTES) return deny('AccessDenied', 'Request is not valid yet');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const hash = createHash('sha256').update(canonicalRequest(request)).digest('hex');
  const text = ['AWS4-HMAC-SHA256', valueOf('Date'), scope, hash].join('\n');
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  if (hmac(signingKey, text).toString('hex') !== valueOf('Signature'))
    return deny('SignatureDoesNotMatch', MISMATCH);
  return { kind: 'signed', service, region, accessKeyId: key };
}

type Details = Readonly<Record<string, string>>;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function canonicalRequest({ method, path, query, headers }: SignedRequest): string {
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`);
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const lines = names.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`,
  );
  const payload =
    query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  const parts = [method, path, pairs.sort().join('&'), ...lines, '', names.join(';'), payload];
  return parts.join('\n');
}

/** Encodes all characters except letters, digits and `-_.~`. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const MISSING = 'Missing Authentication Token';
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

function codesOf(service: string): Codes {
  return ['iam', 'sns', 's3', 'sts'].includes(service) ? QUERY : REST_JSON;
}

export function expiredToken(service: string): Refusal {
  const message = 'The security token included in the request is expired';
  return refusalOf(service, codesOf(service).expired, message);
}

export function unknownKey(service: string): Refusal {
  const message = 'The security token included in the request is invalid.';
  return refusalOf(service, codesOf(service).unknown, message);
}

function refused(service: string, code: string, message: string): Signature {
  return { kind: 'refused', service, refusal: refusalOf(service, code, message) };
}

function refusalOf(service: string, code: string, message: string): Refusal {
  // CloudWatch Logs and EventBridge use status 400 for all client errors.
  return { status: service === 'logs' || service === 'events' ? 400 : 403, code, message };
}

function guessService({ path, headers }: SignedRequest): string {
  if (headers['x-amz-target'] !== undefined) return 'logs';
  if (/^\/\d{4}-\d{2}-\d{2}\//.test(path)) return 'lambda';
  return path === '/' ? 'iam' : 'apigateway';
}

/** Parses a date such as `20261121T120000Z`. */
function readDate(header: string | undefined): number {
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
