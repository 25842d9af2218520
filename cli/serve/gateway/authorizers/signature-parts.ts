// Reads the parts of a Signature Version 4 signature from the Authorization header or from a presigned URL.
import { createHash } from 'node:crypto';
import type { AuthorizationRequest } from '../authorization.js';
import { parseQuery } from '../query-string.js';
import { headerValue } from '../request.js';

export type SignatureParts = {
  readonly kind: 'complete';
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** In milliseconds since 1970. */
  readonly date: number;
  readonly longDate: string;
  /** How long a presigned URL is valid, in milliseconds. */
  readonly expires: number | undefined;
  readonly sessionToken: string | undefined;
};

export type ReadSignature =
  | SignatureParts
  | { readonly kind: 'absent' }
  | { readonly kind: 'incomplete'; readonly message: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** The maximum validity of a presigned URL: one week, in seconds. */
const MAX_EXPIRES = 604_800;

/** Returns the parts of a request's signature, or the reason why the gateway rejects it. */
export function readSignature(request: AuthorizationRequest): ReadSignature {
  const query = parseQuery(request.query)?.single ?? {};
  if (query['X-Amz-Algorithm'] === ALGORITHM) return readQuery(query);
  const header = headerValue(request.headers, 'authorization');
  if (!header) return { kind: 'absent' };
  return readHeader(header, request);
}

function readHeader(header: string, request: AuthorizationRequest): ReadSignature {
  const [algorithm = '', ...rest] = header.split(' ');
  // API Gateway's message contains a hash of the header, so that it reveals no secret.
  const hash = createHash('sha256').update(header).digest('base64');
  const name = `(Hashed with SHA-256 and encoded with Base64) Authorization=${hash}`;
  if (algorithm !== ALGORITHM) {
    return {
      kind: 'incomplete',
      message: `Invalid key=value pair (missing equal-sign) in Authorization header ${name}`,
    };
  }
  const pairs = rest
    .join(' ')
    .split(',')
    .map((pair) => pair.trim().split('='));
  const fields = new Map(pairs.map(([key = '', ...value]) => [key, value.join('=')]));
  const longDate = readLongDate(request);
  const missing = [
    ...['Credential', 'Signature', 'SignedHeaders']
      .filter((key) => !fields.get(key))
      .map((key) => `Authorization header requires '${key}' parameter.`),
    ...(longDate === undefined
      ? ["Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."]
      : []),
  ];
  if (missing.length > 0 || longDate === undefined) {
    return { kind: 'incomplete', message: `${missing.join(' ')} ${name}` };
  }
  return complete({
    credential: fields.get('Credential') ?? '',
    signedHeaders: fields.get('SignedHeaders') ?? '',
    signature: fields.get('Signature') ?? '',
    longDate,
    expires: undefined,
    sessionToken: headerValue(request.headers, 'x-amz-security-token'),
  });
}

function readQuery(query: Readonly<Record<string, string>>): ReadSignature {
  const names = ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature', 'X-Amz-Date'];
  const missing = names.filter((name) => !query[name]);
  if (missing.length > 0) {
    const message = missing
      .map((name) => `AWS query-string parameters must include '${name}'.`)
      .join(' ');
    return { kind: 'incomplete', message };
  }
  const expires = query['X-Amz-Expires'] ?? '300';
  if (!/^[1-9]\d{0,5}$/.test(expires) || Number(expires) > MAX_EXPIRES) {
    const message = `X-Amz-Expires must be a number of seconds from 1 to ${MAX_EXPIRES}.`;
    return { kind: 'incomplete', message };
  }
  return complete({
    credential: query['X-Amz-Credential'] ?? '',
    signedHeaders: query['X-Amz-SignedHeaders'] ?? '',
    signature: query['X-Amz-Signature'] ?? '',
    longDate: query['X-Amz-Date'] ?? '',
    expires: Number(expires) * 1000,
    sessionToken: query['X-Amz-Security-Token'],
  });
}

type Texts = {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly longDate: string;
  readonly expires: number | undefined;
  readonly sessionToken: string | undefined;
};

function complete(texts: Texts): ReadSignature {
  const scope = texts.credential.split('/');
  const [terminator, service, region, shortDate] = scope.slice(-4).reverse();
  const date = LONG_DATE.test(texts.longDate)
    ? Date.parse(texts.longDate.replace(LONG_DATE, '$1-$2-$3T$4:$5:$6Z'))
    : NaN;
  if (scope.length < 5 || terminator !== 'aws4_request' || !region || !service) {
    const message =
      'Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term.';
    return { kind: 'incomplete', message };
  }
  if (Number.isNaN(date) || shortDate !== texts.longDate.slice(0, 8)) {
    const message = `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '${texts.longDate}'.`;
    return { kind: 'incomplete', message };
  }
  return {
    kind: 'complete',
    accessKeyId: scope.slice(0, -4).join('/'),
    region,
    service,
    signedHeaders: texts.signedHeaders.toLowerCase().split(';'),
    signature: texts.signature,
    date,
    longDate: texts.longDate,
    expires: texts.expires,
    sessionToken: texts.sessionToken,
  };
}

const LONG_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the value of `X-Amz-Date`, or the value of `Date` in the same format. */
function readLongDate(request: AuthorizationRequest): string | undefined {
  const long = headerValue(request.headers, 'x-amz-date');
  if (long !== undefined) return long;
  const time = Date.parse(headerValue(request.headers, 'date') ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
