// What the page keeps of a request: headers, body, response and log, limited in size and with masked secrets.
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { RequestContents } from '../local/server-feed.js';
import {
  type CarriedBody,
  MASK,
  type ExplorerDocument,
  type KeptContents,
} from './explorer-document.js';
import { carried, pairsOf, sentAnswer } from './sent-answer.js';

/** The maximum size of a body in bytes, and of a response and a log in characters. */
export const LONGEST_KEPT: number = 64 * 1024;

/** The names of secret values: headers in lower case, and query parameters. */
export type SecretNames = {
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
};

const HEADERS = [
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'x-amz-security-token',
  'x-api-key',
];

/** Returns the names of well-known secrets, and those of the application's security schemes and authorizers. */
export function secretNames(
  schemes: NonNullable<ExplorerDocument['securitySchemes']>,
  authorizers: Manifest['authorizers'],
): SecretNames {
  const schemeNames = (location: string): string[] =>
    Object.values(schemes).flatMap(({ in: at, name }) =>
      at === location && typeof name === 'string' ? [name] : [],
    );
  // The security schemes may not be known yet, but the authorizers always are.
  const checked = authorizers.flatMap((entry) => (entry.kind === 'iam' ? [] : [entry.header]));
  const headers = [...HEADERS, ...schemeNames('header'), ...checked];
  return {
    headers: new Set(headers.map((name) => name.toLowerCase())),
    query: new Set(schemeNames('query')),
  };
}

/** Returns a path with its query string, with masked secrets. */
export function maskedTarget(target: string, { query: secrets }: SecretNames): string {
  const [path = '', query] = target.split(/\?([^]*)/);
  if (query === undefined || secrets.size === 0) return target;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = [...new URLSearchParams(pair).keys()];
    return secrets.has(name) ? `${pair.split('=', 1)[0] ?? ''}=${MASK}` : pair;
  });
  return `${path}?${pairs.join('&')}`;
}

/** Limits the size of a request's contents, and masks its secrets. A body that is too long is removed completely. */
export function keptContents(
  { headers, body, answer, log }: RequestContents,
  milliseconds: number,
  { headers: secrets }: SecretNames,
): KeptContents {
  const masked = ([name, value]: readonly [string, string]): readonly [string, string] => [
    name,
    secrets.has(name.toLowerCase()) ? MASK : value,
  ];
  const sent = sentAnswer(answer, milliseconds, log.slice(0, LONGEST_KEPT));
  const isKept = body === undefined || (body !== 'too-long' && body.length <= LONGEST_KEPT);
  return {
    headers: pairsOf(headers).map(masked),
    ...(isKept && body && body.length > 0 && { body: carried(body) }),
    isBodyLost: !isKept,
    answer: { ...sent, headers: sent.headers.map(masked), ...bounded(sent.body) },
  };
}

function bounded(body: CarriedBody): { readonly body: CarriedBody; readonly isCut: boolean } {
  const isCut = ('text' in body ? body.text : body.base64).length > LONGEST_KEPT;
  if (!isCut) return { body, isCut };
  return { body: { text: 'text' in body ? body.text.slice(0, LONGEST_KEPT) : '' }, isCut };
}
