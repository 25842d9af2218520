// Creates the events that the page receives from the server: the state of the build with the source lines of problems, and each
// request with its view.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { buildResourceTree, type ResourceTree } from '../gateway/resources.js';
import type { RequestContents, ServedRequest, ServerState } from '../local/server-feed.js';
import { frameAt, frameOf } from '../local/error-page.js';
import {
  functionId,
  routeId,
  type ExplorerState,
  type SourceLocation,
  type ShownProblem,
  type ShownRequest,
} from './explorer-document.js';
import { keptContents, maskedTarget, type SecretNames } from './kept-contents.js';

export type ShownFeed = {
  readonly state: (state: ServerState, at: Numbered) => ExplorerState;
  readonly request: (request: ServedRequest, facts: RequestFacts) => ShownRequest;
};

type RequestFacts = {
  readonly manifest: Manifest | undefined;
  readonly secrets: SecretNames;
  /** Undefined if the page does not receive the contents. */
  readonly contents?: RequestContents | undefined;
};

type Numbered = Pick<ExplorerState, 'build' | 'revision'>;

/** `root` is the absolute path of the project, with forward slashes. */
export function createShownFeed(root: string): ShownFeed {
  const trees = new WeakMap<Manifest, ResourceTree>();
  const treeOf = (manifest: Manifest): ResourceTree => {
    const tree = trees.get(manifest) ?? buildResourceTree(manifest);
    trees.set(manifest, tree);
    return tree;
  };
  return {
    state: ({ kind, diagnostics }, { build, revision }) => ({
      kind,
      build,
      revision,
      problems: diagnostics.map((diagnostic) => shownProblem(root, diagnostic)),
    }),
    request: ({ stack, runs, ...request }, { manifest, secrets, contents }) => {
      const exception = stack === undefined ? undefined : exceptionOf(root, stack);
      if (runs !== undefined) {
        const own = manifest?.functions.find(({ name }) => name === runs);
        const location = exception?.at ?? own?.at;
        return {
          ...request,
          ...(own && { route: functionId(runs) }),
          ...(location && { at: location }),
          ...(exception && { exception: exception.text }),
        };
      }
      const [path = ''] = request.target.split('?');
      const match = manifest && treeOf(manifest).find(path);
      const route = match?.resource.routes.get(request.method);
      const at = exception?.at ?? route?.at;
      return {
        ...request,
        target: maskedTarget(request.target, secrets),
        ...(contents && { contents: keptContents(contents, request.milliseconds, secrets) }),
        ...(match && route && { route: routeId(request.method, route.path) }),
        ...(match && route && { captures: capturesOf(route.path, match.captures) }),
        ...(at && { at }),
        ...(exception && { exception: exception.text }),
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
): { text: string; at: SourceLocation | undefined } {
  const [text = ''] = stack.trimStart().split('\n');
  const frame = frameOf(root, stack);
  return { text, at: frame && { file: frame.file, line: frame.line, column: frame.column } };
}

function capturesOf(path: string, texts: readonly string[]): Record<string, string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, index) => [name, decoded(texts[index] ?? '')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
