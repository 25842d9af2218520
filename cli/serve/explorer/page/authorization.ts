// The user's input for all routes: a value for each security scheme, and headers for every request. It is stored only in the
// browser tab, and sent to the server only as part of a request to send.
import { type ExplorerDocument, type ExplorerRoute, MASK } from '../explorer-document.js';

/** The user's input for a scheme. Only HTTP Basic has a user name. */
export type SchemeTexts = { readonly username: string; readonly secret: string };

export type Authorization = {
  readonly schemes: Readonly<Record<string, SchemeTexts>>;
  readonly headers: string;
};

export const EMPTY_AUTHORIZATION: Authorization = { schemes: {}, headers: '' };

type Scheme = Readonly<Record<string, unknown>>;

export type Sent = {
  readonly place: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
};

/** Returns the security schemes of providers. The server handles the schemes of authorizers and API keys. */
export function providedSchemes({
  routes,
  securitySchemes = {},
}: ExplorerDocument): readonly (readonly [name: string, scheme: Scheme])[] {
  const names = new Set(routes.flatMap(schemesOf));
  return Object.entries(securitySchemes).filter(([name]) => names.has(name));
}

export function schemesOf({ security = [] }: ExplorerRoute): readonly string[] {
  return [...new Set(security.flat())];
}

export function isSecured(route: ExplorerRoute): boolean {
  return route.access.kind !== 'open' || route.isKeyRequired || schemesOf(route).length > 0;
}

export function textsOfScheme({ schemes }: Authorization, name: string): SchemeTexts {
  return schemes[name] ?? { username: '', secret: '' };
}

export function isFilled({ username, secret }: SchemeTexts): boolean {
  return username !== '' || secret.trim() !== '';
}

export function isBasic({ type, scheme }: Scheme): boolean {
  return type === 'http' && String(scheme).toLowerCase() === 'basic';
}

/** Returns the header, parameter or cookie that a scheme adds to a request. If `isMasked` is true, the secret is masked. */
export function sentFor(scheme: Scheme, texts: SchemeTexts, isMasked: boolean): Sent {
  const secret = isMasked ? MASK : texts.secret.trim();
  if (scheme['type'] === 'apiKey') {
    const place = scheme['in'] as Sent['place']; // because the compiler accepts no other value
    return { place, name: String(scheme['name']), value: secret };
  }
  return { place: 'header', name: 'Authorization', value: authorizationOf(scheme, texts, secret) };
}

function authorizationOf(scheme: Scheme, { username, secret: typed }: SchemeTexts, secret: string) {
  if (isBasic(scheme)) return `Basic ${secret === MASK ? MASK : base64(`${username}:${typed}`)}`;
  const named = scheme['type'] === 'http' ? String(scheme['scheme']) : 'Bearer';
  const word = named.toLowerCase() === 'bearer' ? 'Bearer' : named;
  // Users often copy the whole header value, including its first word.
  const [first = '', ...rest] = secret.split(/\s+/);
  const isNamed = rest.length > 0 && first.toLowerCase() === word.toLowerCase();
  return `${word} ${isNamed ? rest.join(' ') : secret}`;
}

/** Encodes the text as UTF-8, as RFC 7617 recommends. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
