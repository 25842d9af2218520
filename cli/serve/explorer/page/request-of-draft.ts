// Creates a request from the user's input.
import { isMapping, type Mapping, parseJson } from '../../../../compiler/json-values.js';
import {
  type ExplorerDocument,
  type ExplorerRoute,
  hasHeader,
  type SendForm,
} from '../explorer-document.js';
import {
  bodyText,
  contentTypeOf,
  fieldText,
  isBinary,
  SAMPLE_CLAIMS,
  type Draft,
  type FieldKind,
} from './draft.js';
import {
  type Authorization,
  isFilled,
  schemesOf,
  type Sent,
  sentFor,
  textsOfScheme,
} from './authorization.js';
import { resolved, typeOf } from '../../samples/sample-value.js';

export type Call = {
  readonly route: ExplorerRoute;
  readonly draft: Draft;
  readonly document: ExplorerDocument;
  /** The bytes of a chosen file, in base64. */
  readonly file?: string | undefined;
  readonly authorization: Authorization;
  /** True to mask secrets in a request that is only displayed. */
  readonly isMasked?: boolean;
};

/** Returns the path and query string of a request. A capture without a value keeps its braces. */
export function targetOf(call: Call): string {
  const { route, draft } = call;
  const texts = new Map(textsOf(call, 'captures'));
  const path = route.path.replaceAll(/\{([^}]+)\}/g, (braces, name: string) => {
    const text = texts.get(name) ?? '';
    return text === '' ? braces : encodeURIComponent(text);
  });
  const query = [
    ...textsOf(call, 'query').map(([name, text]) => pairOf(name, text)),
    ...(draft.moreQuery.trim() === '' ? [] : [encodedQuery(draft.moreQuery.trim())]),
    ...authorizedBy(call, 'query').map(({ name, value }) =>
      call.isMasked ? `${encodeURIComponent(name)}=${value}` : pairOf(name, value),
    ),
  ].join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the form for the server, or the mistake that must be corrected first. */
export function formOf(call: Call): SendForm | { readonly problem: string } {
  const { route, draft } = call;
  const body = bodyOf(call);
  const type = contentTypeOf(route, draft);
  const claims = claimsOf(call);
  if (claims && 'problem' in claims) return claims;
  const more = readHeaderLines(draft.moreHeaders);
  if ('problem' in more) return more;
  const shared = readHeaderLines(call.authorization.headers);
  if ('problem' in shared) return { problem: `In the shared headers, ${shared.problem}` };
  const typed = hasHeader(more.headers, 'content-type');
  const { access } = route;
  const isKnown = !draft.isUnknown;
  const token = access.kind === 'custom' && isKnown ? (draft.token ?? '') : '';
  return {
    method: route.method,
    target: targetOf(call),
    headers: withAuthorization(
      call,
      [
        ...(type !== undefined && body && !typed ? [['Content-Type', type] as const] : []),
        ...textsOf(call, 'headers'),
        ...(access.kind === 'custom' && token !== '' ? [[access.header, token] as const] : []),
        ...more.headers,
      ],
      shared.headers,
    ),
    ...(body && { body }),
    isSigned: isKnown && access.kind === 'iam',
    hasKey: isKnown && route.isKeyRequired,
    ...(claims && { claims: claims.value }),
  };
}

/** Returns what the route's security schemes add to the headers, the query string or the cookies of the request. */
function authorizedBy(
  { route, draft, document, authorization, isMasked = false }: Call,
  place: Sent['place'],
): readonly Sent[] {
  if (draft.isUnknown) return [];
  return schemesOf(route).flatMap((name) => {
    const scheme = document.securitySchemes?.[name];
    const texts = textsOfScheme(authorization, name);
    if (!scheme || !isFilled(texts)) return [];
    const sent = sentFor(scheme, texts, isMasked);
    return sent.place === place ? [sent] : [];
  });
}

type HeaderPairs = SendForm['headers'];

/** Adds the headers of security schemes and the shared headers, unless already present. Combines cookies into one header. */
function withAuthorization(call: Call, own: HeaderPairs, shared: HeaderPairs): HeaderPairs {
  let headers = own;
  const schemes = authorizedBy(call, 'header').map(({ name, value }) => [name, value] as const);
  for (const added of [...schemes.map((pair) => [pair]), shared])
    headers = [...headers, ...added.filter(([name]) => !hasHeader(headers, name))];
  const cookies = authorizedBy(call, 'cookie').map(({ name, value }) => `${name}=${value}`);
  if (cookies.length === 0) return headers;
  const isCookie = ([name]: HeaderPairs[number]): boolean => name.toLowerCase() === 'cookie';
  const typed = headers.filter(isCookie).map(([, value]) => value);
  return [
    ...headers.filter((pair) => !isCookie(pair)),
    ['Cookie', [...typed, ...cookies].join('; ')],
  ];
}

/** A list field produces one pair for each of its lines. */
function textsOf(call: Call, kind: FieldKind): [name: string, text: string][] {
  const { route, draft, document } = call;
  return route[kind].flatMap((field): [string, string][] => {
    const text = fieldText(draft, document, { kind, field });
    if (text === '') return [];
    const isList = typeOf(resolved(field.schema, document.schemas)) === 'array';
    if (!isList) return [[field.name, text]];
    const lines = text.split('\n').filter((line) => line !== '');
    return kind === 'headers'
      ? [[field.name, lines.join(', ')]]
      : lines.map((line) => [field.name, line]);
  });
}

function pairOf(name: string, text: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
}

/** Encodes characters that a query string cannot contain, without changing existing escapes. */
function encodedQuery(text: string): string {
  return text
    .replace(/^\?/, '')
    .replaceAll(/[^\x21-\x7e]|[#"<>`]|%(?![0-9A-Fa-f]{2})/gu, encodeURIComponent);
}

function bodyOf({ route, draft, document, file }: Call): SendForm['body'] {
  if (!route.body) return undefined;
  const isFile = isBinary(contentTypeOf(route, draft) ?? '') || draft.body === '';
  if (isFile && file !== undefined) return { base64: file };
  const text = bodyText(route, draft, document);
  return text === '' ? undefined : { text };
}

type Claims = { readonly value: Mapping };

function claimsOf({ route, draft }: Call): Claims | { readonly problem: string } | undefined {
  if (route.access.kind !== 'userPool' || draft.isUnknown) return undefined;
  const value = parseJson(draft.claims ?? SAMPLE_CLAIMS);
  return isMapping(value)
    ? { value }
    : { problem: 'The claims of the token are not a JSON object.' };
}

export function readHeaderLines(
  text: string,
): Pick<SendForm, 'headers'> | { readonly problem: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => line.indexOf(':') < 1);
  if (wrong !== undefined)
    return { problem: `\`${wrong.trim()}\` is not a header: write \`Name: value\`.` };
  return {
    headers: lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  };
}
