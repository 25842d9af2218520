// Media types as the specification defines them: which are binary, and which a request accepts (specification 4.2 to 4.4).

/** Media types that are binary by default (docs/decisions/defaults.md). */
export const DEFAULT_BINARY_TYPES: readonly string[] = [
  'application/octet-stream',
  'application/x-tar',
  'application/zip',
  'application/gzip',
  'application/pdf',
  'audio/basic',
  'audio/ogg',
  'audio/mp4',
  'audio/mpeg',
  'audio/wav',
  'audio/webm',
  'image/png',
  'image/jpg',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/ogg',
  'video/mpeg',
  'video/mp4',
  'video/webm',
  'font/woff',
  'font/woff2',
];

/** The default media type of a route, also assumed for a request without Content-Type (specification 4.1). */
export const JSON_TYPE = 'application/json';

/** Returns true for `application/json` and types with a JSON suffix, such as `application/merge-patch+json` (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return mediaType === JSON_TYPE || mediaType.endsWith('+json');
}

/** Returns a header value in lower case without its parameters: `text/plain` for `Text/Plain; charset=utf-8`. */
export function mediaTypeOf(header: string): string {
  if (header === JSON_TYPE) return header;
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}

/**
 * Returns true if an Accept header admits a media type (RFC 9110 section 12.5.1): the most specific matching range decides, and
 * `q=0` excludes the type.
 */
export function acceptsMediaType(accept: string, mediaType: string): boolean {
  const [type = ''] = mediaType.split('/');
  const ranges = [mediaType, `${type}/*`, '*/*'];
  let best = ranges.length;
  let admitted = false;
  for (const item of accept.split(',')) {
    const rank = ranges.indexOf(mediaTypeOf(item));
    if (rank < 0 || rank > best) continue;
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(item)?.[1];
    const isAdmitted = quality === undefined || Number(quality) > 0;
    admitted = rank === best ? admitted || isAdmitted : isAdmitted;
    best = rank;
  }
  return admitted;
}
