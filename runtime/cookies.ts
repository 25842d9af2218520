// Cookies of a request and of a Response. The package `cookie` reads and writes them; the build includes it in this
// runtime (docs/decisions/cookies.md).
import { parseCookie, stringifySetCookie } from 'cookie';
import type { ProxyEvent } from './contract/proxy-event.js';
import { headerLines } from './request-headers.js';
import type { HeaderValue } from './response-headers.js';

/** The cookies of a request by name, without a prototype. */
export type RequestCookies = Readonly<Record<string, string | undefined>>;

/** Cookie attributes; developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie */
export type CookieAttributes = {
  /** The paths that receive the cookie; defaults to `/`, so that the gateway stage in the path does not matter. */
  readonly path?: string;
  /** The domain whose hosts receive the cookie; defaults to the host that set it. */
  readonly domain?: string;
  /** Seconds until the cookie expires, 0 to delete it; without this and `expires` it expires with the browser session. */
  readonly maxAge?: number;
  /** When the cookie expires. */
  readonly expires?: Date;
  /** True sends the cookie over HTTPS only. */
  readonly secure?: boolean;
  /** True hides the cookie from scripts on the page. */
  readonly httpOnly?: boolean;
  /** Which requests from other sites carry the cookie; `none` needs `secure`. */
  readonly sameSite?: 'strict' | 'lax' | 'none';
  /** Stores a separate cookie for each site that embeds this one; needs `secure`. */
  readonly partitioned?: boolean;
  /** Which cookies a browser deletes first when it has too many. */
  readonly priority?: 'low' | 'medium' | 'high';
};

/** The cookies of an event. HTTP/2 clients may send each in a header of its own (RFC 9113 section 8.2.3). */
export function cookiesOf(event: ProxyEvent): RequestCookies {
  return parseCookie(headerLines(event, 'cookie').join('; '));
}

/** One cookie as the value of a Set-Cookie header. */
export type NewCookie = CookieAttributes & { readonly name: string; readonly value: string };

/** Adds a cookie to headers, which stay as they are: they may be a constant that all requests share. */
export function withCookie(
  headers: Readonly<Record<string, HeaderValue>>,
  cookie: NewCookie,
): Record<string, HeaderValue> {
  const isSetCookie = (name: string): boolean => name.toLowerCase() === 'set-cookie';
  const name = Object.keys(headers).findLast(isSetCookie) ?? 'Set-Cookie';
  const before = headers[name] ?? [];
  const lines = (Array.isArray(before) ? before : [before]) as readonly string[]; // because isArray makes it any
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
    throw new TypeError(`The cookie "${name}" cannot be sent: its value has half of a character.`);
  if (/^__host-/i.test(name) && (domain || path !== '/'))
    throw new TypeError(
      `Browsers drop the cookie "${name}": a name that begins with __Host- has the path / and no domain.`,
    );
  return stringifySetCookie({ ...cookie, path });
}
