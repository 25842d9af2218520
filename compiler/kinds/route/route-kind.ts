// The kind `app.route(...)`: its rules, its manifest entry, and the row that binds its view.
import { corsHeaders } from '../../../runtime/contract/cors.js';
import { joinPaths } from '../../../runtime/contract/paths.js';
import type { BoundView } from '../../../runtime/contract/binding.js';
import type { RouteEntry } from '../../../runtime/contract/manifest.js';
import { JSON_TYPE } from '../../../runtime/contract/media-types.js';
import type {
  AppFacts,
  DeclarationTarget,
  ViewDeclaration,
  ViewParameter,
} from '../../declarations/app-facts.js';
import {
  type BindContext,
  type BoundRow,
  type Prefix,
  type ViewKind,
  positionOf,
  unchecked,
} from '../../declarations/kind.js';
import { compareTexts } from '../../groups.js';
import { type Diagnostic, type CatalogueEntry, diagnose } from '../../diagnostics/diagnostic.js';
import { objectSchema } from '../../values/decoded.js';
import { schemasOf, without } from '../../values/options.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { authorizerOf } from '../authorizer/authorizer.js';
import { classOf, classSchema, isView, VIEW_DEFINITIONS, viewKey, viewName } from '../view/view.js';
import * as texts from './catalogue.js';
import * as inputTexts from './input-catalogue.js';
import { checkInputs, checkNullSetting } from './input-rules.js';
import { boundInputs, inputNames } from './inputs.js';
import { ROUTE_OPTIONS } from './options.js';
import * as parameterTexts from './parameter-catalogue.js';
import { hiddenAnswer, webResponse } from './parameter-catalogue.js';
import { checkCaptures, checkParameters } from './parameters.js';
import * as pathTexts from './path-catalogue.js';
import { checkPath, checkResourceCount, checkSiblingCaptures } from './paths.js';
import { checkProviders } from './providers.js';
import {
  isInputName,
  parseRoutePath,
  type Route,
  routeCaptures,
  routeOf,
  routesOf,
  streamOf,
  viewParameters,
} from './route.js';
import * as streamTexts from './stream-catalogue.js';
import { checkStreams } from './streams.js';
import { checkMixedContentTypes, checkOptionsMethods, checkSharedPaths } from './shared-paths.js';

function checkExtraArguments({ extraArguments: [first] }: ViewDeclaration): readonly Diagnostic[] {
  return first ? [diagnose(texts.extraRouteArgument, {}, { at: first })] : [];
}

/** The options that are not in the manifest under the same name. */
const UNLISTED = ['authorizerName', 'middleware', 'errors', 'streams'] as const;

function buildRoutes(facts: AppFacts): RouteEntry[] {
  return routesOf(facts)
    .map((route) => buildRoute(facts, route))
    .toSorted(
      (left, right) =>
        compareTexts(left.path, right.path) ||
        compareTexts(left.methods[0] ?? '', right.methods[0] ?? ''),
    );
}

function buildRoute(facts: AppFacts, route: Route): RouteEntry {
  const { path, target, decoded } = route;
  if (path.kind !== 'string' || !decoded.value || !target.name) throw unchecked('a route');
  const { methods, ...options } = without(decoded.value, ...UNLISTED);
  const stream = streamOf(route);
  return {
    path: path.value,
    methods,
    view: target.name.value,
    ...classOf(target),
    parameters: viewParameters(target, path.value),
    ...options,
    contentTypes: [...new Set(options.contentTypes)],
    authorizer: authorizerOf(facts, route)?.name ?? null,
    ...(stream && { stream }),
    at: positionOf(path.at),
  };
}

function bind(view: ViewDeclaration, { types, hasCors }: BindContext): BoundRow | undefined {
  const { path, target, decoded } = routeOf(view);
  if (path.kind !== 'string' || !decoded.value || !target.name) return undefined;
  const { problems } = parseRoutePath(path.value);
  const captures = routeCaptures(path.value);
  const parameters = viewParameters(target, path.value);
  const hasAll = captures.every((capture) => parameters.includes(capture));
  // An optional parameter may belong to another route of the same view.
  const isFilled = ({ name = '', form }: ViewParameter): boolean =>
    form === 'optional' || (form === 'plain' && (captures.includes(name) || isInputName(name)));
  if (problems.length > 0 || !hasAll || !target.parameters.every(isFilled)) return undefined;
  const { methods, contentTypes, cors } = decoded.value;
  const bound = boundInputs(routeOf(view), types);
  const inputs = bound && { inputs: bound };
  const isDefault = contentTypes.length === 1 && contentTypes[0] === JSON_TYPE;
  const mediaTypes = isDefault ? 0 : contentTypes;
  const isStatic = target.isStatic ? 1 : 0;
  const row = [target.name.value, path.value, methods, parameters, isStatic] as const;
  const headers = cors || hasCors ? (cors ? corsHeaders(cors) : {}) : undefined;
  return {
    view: shortRow(row, mediaTypes, { headers, stream: streamOf(routeOf(view)) }),
    ...inputs,
  };
}

/** Returns the row for a view of a blueprint. Its path has no prefix yet, and its options may come from the blueprint. */
function bindPart(
  view: ViewDeclaration,
  placed: readonly ViewDeclaration[],
  around: BindContext,
): BoundRow | undefined {
  const { path, decoded } = routeOf(view);
  const rows = placed.map((one) => bind(one, around));
  const [first] = rows;
  if (!first || !('view' in first) || path.kind !== 'string' || !decoded.value) return undefined;
  const [key, , methods, , isStatic] = first.view;
  // Each position of a blueprint may add captures, and the view receives the captures of all positions.
  const [parameters = []] = rows
    .map((row) => (row && 'view' in row ? row.view[3] : []))
    .toSorted((left, right) => right.length - left.length);
  const { contentTypes, cors } = decoded.value;
  const types = entryOf(view.options, 'contentTypes') ? contentTypes : 0;
  const row = [key, path.value, methods, parameters, isStatic] as const;
  const inputs = first.inputs && { inputs: first.inputs };
  const headers = entryOf(view.options, 'cors') ? (cors ? corsHeaders(cors) : {}) : undefined;
  return { view: shortRow(row, types, { headers, stream: first.view[8] }), ...inputs };
}

/** Returns a row without the trailing absent values. */
function shortRow(
  [...row]: readonly [string, string, readonly string[], readonly string[], 0 | 1],
  types: readonly string[] | 0,
  { headers, stream }: { readonly headers: BoundView[6]; readonly stream: BoundView[8] },
): BoundView {
  if (stream) return [...row, types, headers, 0, stream];
  if (headers) return [...row, types, headers];
  return types === 0 ? row : [...row, types];
}

/** Returns the path with its prefix. An invalid path is returned unchanged, and is reported where it is written. */
function prefixed(
  leading: readonly StaticValue[],
  { urlPrefix, pieces }: Prefix,
): readonly StaticValue[] {
  const [path, ...rest] = leading;
  if (path?.kind !== 'string' || parseRoutePath(path.value).problems.length > 0) return leading;
  const value = joinPaths(urlPrefix, path.value);
  return [{ kind: 'string', value, at: path.at, pieces: [...pieces, path] }, ...rest];
}

const { methods: METHODS, ...SCHEMAS } = without(schemasOf(ROUTE_OPTIONS.table), ...UNLISTED);

const ENTRY_SCHEMA = {
  path: {
    type: 'string',
    pattern: '^(/|(/([a-zA-Z0-9._-]+|\\{[A-Za-z_][A-Za-z0-9_]*\\}))+)$',
  },
  methods: METHODS,
  view: { description: 'The name of the view.', type: 'string', minLength: 1 },
  class: classSchema,
  parameters: {
    description: "Capture names in the order of the view's parameters.",
    type: 'array',
    items: { type: 'string', minLength: 1 },
  },
  ...SCHEMAS,
  inputs: {
    description:
      'The input of the view, as JSON Schema 2020-12; absent if it takes only captures that are strings.',
    type: 'object',
    additionalProperties: false,
    properties: {
      captures: {
        description: 'By name; only the captures that do not accept every string.',
        type: 'object',
        additionalProperties: { type: 'object' },
      },
      query: { type: 'object' },
      headers: { type: 'object' },
      body: { type: 'object' },
      isBodyOptional: { description: 'A request can omit the body.', const: true },
    },
  },
  stream: {
    description: 'What the view streams; absent if its response is sent at once.',
    enum: ['sse', 'ndjson', 'text', 'bytes', 'any'],
  },
  at: { $ref: '#/definitions/position' },
};

export const ROUTE: ViewKind = {
  member: 'route',
  noun: 'view',
  example: "app.route('/')",
  members: ['route'],
  classes: [],
  leading: 1,
  isKnown: (view) => routeOf(view).path.kind !== 'unknown',
  givenName: () => undefined,
  functionOf: (view) => (streamOf(routeOf(view)) ? 'stream_handler' : 'api_handler'),
  inputNames: (view) => inputNames(routeOf(view)),
  bind,
  bindPart,
  prefixed,
  options: { 'app.route(path, { ... })': ROUTE_OPTIONS.table },
  rules: [
    (facts) => routesOf(facts).flatMap(({ decoded }) => decoded.findings),
    (facts) => routesOf(facts).flatMap(checkExtraArguments),
    (facts) => routesOf(facts).flatMap(checkPath),
    checkSiblingCaptures,
    checkResourceCount,
    checkSharedPaths,
    checkOptionsMethods,
    checkMixedContentTypes,
    (facts) => routesOf(facts).flatMap((route) => checkParameters(facts, route)),
    checkCaptures,
    checkInputs,
    checkNullSetting,
    checkHiddenAnswers,
    checkStreams,
    checkProviders,
  ],
  catalogue: [texts, pathTexts, parameterTexts, inputTexts, streamTexts].flatMap((range) =>
    Object.values<CatalogueEntry<never>>(range),
  ),
  manifest: {
    name: 'routes',
    build: buildRoutes,
    schema: {
      description: 'Sorted by path, then by first method.',
      type: 'array',
      items: { $ref: '#/definitions/route' },
    },
  },
  definitions: {
    ...VIEW_DEFINITIONS,
    route: objectSchema(
      Object.keys(ENTRY_SCHEMA).filter(
        (name) => !['class', 'inputs', 'scopes', 'stream'].includes(name),
      ),
      ENTRY_SCHEMA,
    ),
  },
};

// Reports return values that JSON.stringify would convert to `{}`. At run time, such a value causes an unhandled error
// (specification 4.3).

function checkHiddenAnswers(facts: AppFacts): readonly Diagnostic[] {
  const views = new Map<string, DeclarationTarget>();
  for (const { target } of routesOf(facts)) {
    if (target.answer && isView(target)) views.set(viewKey(target), target);
  }
  return [...views.values()].flatMap(report);
}

function report(target: DeclarationTarget): readonly Diagnostic[] {
  const { answer } = target;
  const view = viewName(target);
  switch (answer?.kind) {
    case 'generator':
      return [diagnose(hiddenAnswer, { view, found: 'generator' }, { at: target.at })];
    case 'instance':
      return [diagnose(hiddenAnswer, { view, found: answer.name }, { at: answer.at })];
    case 'response':
      return [diagnose(webResponse, { view, form: answer.form }, { at: answer.at })];
    case undefined:
      return [];
  }
}
