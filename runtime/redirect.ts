// The parts of `Response.redirect`: valid statuses, and a location that fits a header.

/** The statuses of redirects (RFC 9110 section 15.4). */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

const STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** The status if it is one of a redirect. */
export function redirectStatus(status: number): number {
  if (STATUSES.includes(status)) return status;
  throw new RangeError(
    `${status} is no status of a redirection, which is 301, 302, 303, 307 or 308.`,
  );
}

/** A location as the value of the Location header: what a URL cannot hold is percent-encoded. */
export function locationText(location: string | URL): string {
  const text = String(location);
  // A line break would begin another header. Other control characters and lone surrogates are not valid in a URL either.
  if (text === '' || /[\p{Cc}\p{Cs}]/u.test(text))
    throw new TypeError(`Cannot redirect to ${JSON.stringify(text)}: it is no URL and no path.`);
  return text
    .replace(
      /^((?:https?:)?\/\/(?:[^/?#\\@]*@)?)([^/?#\\:]*[^\x21-\x7e][^/?#\\:]*)/i,
      (_, start: string, host: string) => start + asciiHost(host),
    )
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** A host with non-ASCII letters is written in Punycode, not with percent signs. */
function asciiHost(host: string): string {
  try {
    return new URL(`wss://${host}`).href.slice('wss://'.length, -1);
  } catch {
    throw new TypeError(`Cannot redirect to ${JSON.stringify(host)}: it is no name of a host.`);
  }
}
