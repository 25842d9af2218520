// Facts without errors become the manifest (docs/architecture.md): plain JSON, sorted, the same for the same source
// whatever order its files were visited in.
import type {
  AuthorizerEntry,
  FunctionEntry,
  Manifest,
  RouteEntry,
  SourcePosition,
} from '../../runtime/contract/manifest.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { authorizerOf } from '../facts/authorizers.js';
import { readBinaryTypes } from '../facts/binary-types.js';
import { readDebug } from '../facts/debug-mode.js';
import type {
  AppFacts,
  DeclarationTarget,
  FunctionDeclaration,
  RouteDeclaration,
} from '../declarations/app-facts.js';
import { functionName } from '../facts/function-name.js';
import { readRouteOptions } from '../facts/route-options.js';
import { entryOf } from '../values/static-value.js';
import { viewParameters } from '../facts/view-parameters.js';

/** The manifest of facts in which `checkApp` has found no error; anything else is a bug and throws. */
export function buildManifest(facts: AppFacts): Manifest {
  return {
    version: 1,
    app: buildApp(facts),
    routes: facts.routes.map((route) => buildRoute(route, facts)).toSorted(compareRoutes),
    functions: facts.functions.map(buildFunction).toSorted(compareNames),
    authorizers: buildAuthorizers(facts),
  };
}

function buildApp(facts: AppFacts): Manifest['app'] {
  const [app] = facts.apps;
  const name = entryOf(app?.arguments[0], 'appName')?.value;
  const binaryTypes = readBinaryTypes(facts, 0);
  if (!app || name?.kind !== 'string' || !binaryTypes) throw unchecked('the application');
  return {
    name: name.value,
    debug: readDebug(facts, 0),
    binaryTypes: binaryTypes.toSorted(compareTexts),
    at: positionOf(app.at),
  };
}

function buildRoute(route: RouteDeclaration, facts: AppFacts): RouteEntry {
  const { path, target } = route;
  const options = readRouteOptions(route.options);
  if (path.kind !== 'string' || !options || !target.name) throw unchecked('a route');
  return {
    path: path.value,
    methods: options.methods,
    view: target.name.value,
    ...classOf(target),
    parameters: viewParameters(target, path.value),
    contentTypes: [...new Set(options.contentTypes)],
    cors: options.cors,
    apiKeyRequired: options.apiKeyRequired,
    authorizer: authorizerOf(facts, route)?.name ?? null,
    at: positionOf(path.at),
  };
}

function buildFunction(declaration: FunctionDeclaration): FunctionEntry {
  const { target, at } = declaration;
  const name = functionName(declaration);
  if (!name) throw unchecked('a function');
  return {
    name: name.value,
    view: target.name?.value ?? name.value,
    ...classOf(target),
    at: positionOf(at),
  };
}

/** The authorizers that routes use: a definition that none uses is no resource of the API. */
function buildAuthorizers(facts: AppFacts): AuthorizerEntry[] {
  const entries = facts.routes.flatMap((route) => authorizerOf(facts, route) ?? []);
  // Of equal ones that are written differently, the same is taken whatever order they are visited in.
  const ranked = entries.toSorted((left, right) =>
    compareTexts(JSON.stringify(right), JSON.stringify(left)),
  );
  const byName = new Map(ranked.map((entry) => [entry.name, entry]));
  return [...byName.values()].toSorted(compareNames);
}

function classOf(target: DeclarationTarget): { readonly class?: string } {
  return target.class ? { class: target.class.name ?? 'default' } : {};
}

function positionOf({ file, line, column }: SourceSpan): SourcePosition {
  return { file, line, column };
}

function compareRoutes(left: RouteEntry, right: RouteEntry): number {
  return (
    compareTexts(left.path, right.path) ||
    compareTexts(left.methods[0] ?? '', right.methods[0] ?? '')
  );
}

function compareNames(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

/** By UTF-16 units: a locale would give another order on another machine. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function unchecked(subject: string): Error {
  return new Error(`buildManifest was given ${subject} that checkApp refuses`);
}
