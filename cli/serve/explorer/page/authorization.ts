// What a user has typed once for all routes: a value for each security scheme, and headers that every request has. It
// stays in the tab of the page. The server gets it only as part of a request to send.
import { type ExplorerDocument, type ExplorerRoute, MASK } from '../explorer-document.js';

/** What was typed for a scheme. Only HTTP Basic has a user name. */
export type SchemeTexts = { readonly username: string; readonly secret: string };

export type Authorization = {
  /** By the name of the scheme. */
  readonly schemes: Readonly<Record<string, SchemeTexts>>;
  /** Headers of every request, one a line. */
  readonly headers: string;
};

export const EMPTY_AUTHORIZATION: Authorization = { schemes: {}, headers: '' };

type Scheme = Readonly<Record<string, unknown>>;

/** Where the value of a scheme is in a request. */
export type Sent = {
  readonly place: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
};

/** The schemes of the providers of any route, by name. Those of authorizers and API keys are the server's. */
export function providedSchemes({
  routes,
  securitySchemes = {},
}: ExplorerDocument): readonly (readonly [name: string, scheme: Scheme])[] {
  const names = new Set(routes.flatMap(schemesOf));
  return Object.entries(securitySchemes).filter(([name]) => names.has(name));
}

/** The names of the schemes of a route's providers. */
export function schemesOf({ security = [] }: ExplorerRoute): readonly string[] {
  return [...new Set(security.flat())];
}

/** True when the caller of a route must or may prove who it is. */
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

/** What a scheme adds to a request. With `isMasked` it has no secret. */
export function sentFor(scheme: Scheme, texts: SchemeTexts, isMasked: boolean): Sent {
  const secret = isMasked ? MASK : texts.secret.trim();
  if (scheme['type'] === 'apiKey') {
    const place = scheme['in'] as Sent['place']; // because the compiler accepts no other
    return { place, name: String(scheme['name']), value: secret };
  }
  return { place: 'header', name: 'Authorization', value: authorizationOf(scheme, texts, secret) };
}

function authorizationOf(scheme: Scheme, { username, secret: typed }: SchemeTexts, secret: string) {
  if (isBasic(scheme)) return `Basic ${secret === MASK ? MASK : base64(`${username}:${typed}`)}`;
  const named = scheme['type'] === 'http' ? String(scheme['scheme']) : 'Bearer';
  const word = named.toLowerCase() === 'bearer' ? 'Bearer' : named;
  // People copy the header with its first word.
  const [first = '', ...rest] = secret.split(/\s+/);
  const isNamed = rest.length > 0 && first.toLowerCase() === word.toLowerCase();
  return `${word} ${isNamed ? rest.join(' ') : secret}`;
}

/** UTF-8, as RFC 7617 proposes. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

const KEY = 'authorization';

/** Keeps it over a reload of the page, in its tab. */
export function keepAuthorization(authorization: Authorization): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(authorization));
  } catch {
    // The browser has no storage. The page works without it.
  }
}

export function keptAuthorization(): Authorization {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Authorization>; // because `keepAuthorization` wrote it
    return { ...EMPTY_AUTHORIZATION, ...kept };
  } catch {
    return EMPTY_AUTHORIZATION;
  }
}
