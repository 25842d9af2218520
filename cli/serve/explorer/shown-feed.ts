// Creates the events that the page receives: the state of the build with source lines, and each request with its view.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Manifest, SourcePosition } from '../../../runtime/contract/manifest.js';
import { captureNames } from '../../../runtime/contract/paths.js';
import { buildResourceTree, type ResourceTree } from '../gateway/resources.js';
import type { RequestContents, ServedRequest, ServerState } from '../local/server-feed.js';
import { frameAt, frameOf } from '../local/error-page.js';
import {
  functionId,
  lengthOf,
  routeId,
  type ExplorerState,
  type ShownProblem,
  type ShownRequest,
  type CarriedBody,
  MASK,
  type ExplorerDocument,
  type KeptContents,
} from './explorer-document.js';
import { carried, pairsOf, sentAnswer } from './sent-answer.js';

export type ShownFeed = {
  readonly state: (
    state: ServerState,
    at: Pick<ExplorerState, 'build' | 'revision'>,
  ) => ExplorerState;
  readonly request: (request: ServedRequest, facts: RequestFacts) => ShownRequest;
};

type RequestFacts = {
  readonly manifest: Manifest | undefined;
  readonly secrets: SecretNames;
  /** The contents of the request and the response; undefined if the page does not receive them. */
  readonly contents?: RequestContents | undefined;
};

/** `root` is the absolute path of the project, with forward slashes. */
export function createShownFeed(root: string): ShownFeed {
  const trees = new WeakMap<Manifest, ResourceTree>();
  const treeOf = (manifest: Manifest): ResourceTree => {
    const tree = trees.get(manifest) ?? buildResourceTree(manifest);
    trees.set(manifest, tree);
    return tree;
  };
  return {
    state: ({ kind, diagnostics }, numbers) => ({
      kind,
      ...numbers,
      problems: diagnostics.map((diagnostic) => shownProblem(root, diagnostic)),
    }),
    request: ({ stack, runs, ...request }, { manifest, secrets, contents }) => {
      const exception = stack === undefined ? undefined : exceptionOf(root, stack);
      const shownWith = (own: { readonly at: SourcePosition } | undefined) => {
        const at = exception?.at ?? own?.at;
        return { ...(at && { at }), ...(exception && { exception: exception.text }) };
      };
      if (runs !== undefined) {
        const own = manifest?.functions.find(({ name }) => name === runs);
        return { ...request, ...(own && { route: functionId(runs) }), ...shownWith(own) };
      }
      const [path = ''] = request.target.split('?');
      const match = manifest && treeOf(manifest).find(path);
      const route = match?.resource.routes.get(request.method);
      return {
        ...request,
        target: maskedTarget(request.target, secrets),
        ...(contents && { contents: keptContents(contents, request.milliseconds, secrets) }),
        ...(match &&
          route && {
            route: routeId(request.method, route.path),
            captures: capturesOf(route.path, match.captures),
          }),
        ...shownWith(route),
      };
    },
  };
}

function shownProblem(
  root: string,
  { code, severity, message, hint, at }: Diagnostic,
): ShownProblem {
  const frame = at && frameAt(root, at);
  return {
    code,
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(at && { at: { file: at.file, line: at.line, column: at.column } }),
    ...(frame && { lines: frame.lines }),
  };
}

function exceptionOf(
  root: string,
  stack: string,
): { text: string; at: SourcePosition | undefined } {
  const [text = ''] = stack.trimStart().split('\n');
  const frame = frameOf(root, stack);
  return { text, at: frame && { file: frame.file, line: frame.line, column: frame.column } };
}

function capturesOf(path: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    captureNames(path).map((name, index) => [name, decoded(texts[index] ?? '')]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The maximum size of a body in bytes, and of a response and a log in characters. */
export const LONGEST_KEPT: number = 64 * 1024;

/** The names of secret values: headers in lower case, and query parameters. */
type SecretNames = { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> };

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
  const isCut = lengthOf(body) > LONGEST_KEPT;
  if (!isCut) return { body, isCut };
  return { body: { text: 'text' in body ? body.text.slice(0, LONGEST_KEPT) : '' }, isCut };
}
