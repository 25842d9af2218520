// The cookies of a request, and those that a Response sets. The package `cookie` parses and serializes them; the build includes
// it in this runtime (docs/decisions/cookies.md).
import { parseCookie, stringifySetCookie } from 'cookie';
import type { ProxyEvent } from './contract/proxy-event.js';
import { headerLines } from './request-headers.js';
import type { HeaderValue } from './response-headers.js';

/** The cookies of a request by name, in an object without a prototype. */
export type RequestCookies = Readonly<Record<string, string | undefined>>;

/** Cookie attributes; developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie */
export type CookieAttributes = {
  /** The paths that receive the cookie; defaults to `/`, so that the gateway stage in the path does not matter. */
  readonly path?: string;
  /** The domain whose hosts receive the cookie; defaults to the host that set it. */
  readonly domain?: string;
  /**
   * Seconds until the cookie expires; 0 deletes it. If neither `maxAge` nor `expires` is set, the cookie expires with the
   * browser session.
   */
  readonly maxAge?: number;
  /** The date at which the cookie expires. */
  readonly expires?: Date;
  /** If true, the cookie is sent over HTTPS only. */
  readonly secure?: boolean;
  /** If true, scripts on the page cannot read the cookie. */
  readonly httpOnly?: boolean;
  /** Which requests from other sites include the cookie; `none` requires `secure`. */
  readonly sameSite?: 'strict' | 'lax' | 'none';
  /** If true, the browser keeps a separate cookie for each site that embeds this one; requires `secure`. */
  readonly partitioned?: boolean;
  /** Determines which cookies a browser deletes first if it has too many. */
  readonly priority?: 'low' | 'medium' | 'high';
};

/** Returns the cookies in an event. HTTP/2 clients may send each cookie in a separate header (RFC 9113 section 8.2.3). */
export function cookiesOf(event: ProxyEvent): RequestCookies {
  return parseCookie(headerLines(event, 'cookie').join('; '));
}

/** A cookie to be sent in a Set-Cookie header. */
export type NewCookie = CookieAttributes & { readonly name: string; readonly value: string };

/** Returns the headers with a cookie added. The input is not modified, because it may be a constant that all requests share. */
export function withCookie(
  headers: Readonly<Record<string, HeaderValue>>,
  cookie: NewCookie,
): Record<string, HeaderValue> {
  const isSetCookie = (name: string): boolean => name.toLowerCase() === 'set-cookie';
  const name = Object.keys(headers).findLast(isSetCookie) ?? 'Set-Cookie';
  const before = headers[name] ?? [];
  const lines = (Array.isArray(before) ? before : [before]) as readonly string[]; // because `isArray` narrows to any[]
  return { ...headers, [name]: [...lines, cookieText(cookie)] };
}

function cookieText(cookie: NewCookie): string {
  const { name, secure, sameSite, partitioned, domain, path = '/' } = cookie;
  // Browsers ignore such cookies silently.
  if (!secure && (sameSite === 'none' || partitioned || /^__(?:secure|host)-/i.test(name)))
    throw new TypeError(
      `Browsers drop the cookie "${name}": sameSite 'none', partitioned, and names that begin with __Secure- or __Host- need secure: true.`,
    );
  if (/\p{Cs}/u.test(cookie.value))
    throw new TypeError(
      `The cookie "${name}" cannot be sent: its value contains an incomplete character.`,
    );
  if (/^__host-/i.test(name) && (domain || path !== '/'))
    throw new TypeError(
      `Browsers drop the cookie "${name}": a name that begins with __Host- requires the path / and no domain.`,
    );
  return stringifySetCookie({ ...cookie, path });
}
