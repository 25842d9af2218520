// Determines the bucket and object of a request, and evaluates the CORS configuration of a bucket.
import { matchesWildcards } from '../../gateway/authorizers/policy.js';
import type { ServiceRequest } from '../service.js';

export type ObjectAddress = {
  /** Empty for the list of buckets. */
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
};

/** Finds the bucket in the host (`photos.localhost:4566`, `photos.s3.eu-west-1.amazonaws.com`) or at the start of the path. */
export function bucketOf({
  path,
  headers,
}: Pick<ServiceRequest, 'path' | 'headers'>): ObjectAddress {
  const host = (headers['host'] ?? '').replace(/:\d+$/, '');
  const [, inHost] =
    /^(.+?)\.(?:localhost|127\.0\.0\.1|s3[.-](?:[a-z0-9-]+\.)?(?:localhost|amazonaws\.com))$/.exec(
      host,
    ) ?? [];
  const [, first = '', ...rest] = path.split('/');
  return inHost === undefined || inHost === 's3'
    ? { bucket: decoded(first), key: decoded(rest.join('/')) }
    : { bucket: inHost, key: decoded(path.slice(1)) };
}

/** Decodes percent-encoded text; invalid encoding stays unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the raw content of all elements with a name. */
export function contentOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** Returns the unescaped text of the first element with a name. */
export function textIn(xml: string, name: string): string | undefined {
  const [found] = contentOf(xml, name);
  return found
    ?.replaceAll(/&#(x?)([0-9a-fA-F]+);/g, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the CORS headers; undefined if no rule allows the request. docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export function corsHeaders(
  configuration: string,
  { method, headers }: Pick<ServiceRequest, 'method' | 'headers'>,
): Headers | undefined {
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const isPreflight = method === 'OPTIONS';
  const wanted = isPreflight ? headers['access-control-request-method'] : method;
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const rule of contentOf(configuration, 'CORSRule')) {
    const allowed = contentOf(rule, 'AllowedOrigin').find((one) => matchesWildcards(one, origin));
    const names = contentOf(rule, 'AllowedHeader').map((name) => name.toLowerCase());
    const methods = contentOf(rule, 'AllowedMethod');
    if (allowed === undefined || wanted === undefined || !methods.includes(wanted)) continue;
    if (!asked.every((name) => names.some((one) => matchesWildcards(one, name)))) continue;
    const exposed = contentOf(rule, 'ExposeHeader');
    const [age] = contentOf(rule, 'MaxAgeSeconds');
    return {
      'Access-Control-Allow-Origin': allowed === '*' ? '*' : origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      ...(allowed !== '*' && { 'Access-Control-Allow-Credentials': 'true' }),
      ...(asked.length > 0 && { 'Access-Control-Allow-Headers': asked.join(', ') }),
      ...(exposed.length > 0 && { 'Access-Control-Expose-Headers': exposed.join(', ') }),
      ...(age !== undefined && { 'Access-Control-Max-Age': age }),
      Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    };
  }
  return undefined;
}
