// Describes an application to its callers. The operations come from the facts and the manifest, the inputs from the declared
// types, and the responses from the declared types and the code.
import { JSON_TYPE } from '../../runtime/contract/media-types.js';
import { type Manifest, routeAuthorizer } from '../../runtime/contract/manifest.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { type Diagnostic, sortDiagnostics, diagnose } from '../diagnostics/diagnostic.js';
import { globalName } from '../facts/entity.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { addTo, compareTexts } from '../groups.js';
import { commonMiddleware } from '../kinds/app/app.js';
import { authorizerOf } from '../kinds/authorizer/authorizer.js';
import { blueprintTags } from '../kinds/blueprint/blueprint.js';
import type { Listed } from '../kinds/middleware/middleware.js';
import { securityOf, type SecurityScheme } from '../kinds/middleware/provider-security.js';
import { type Route, routeCaptures, routesOf } from '../kinds/route/route.js';
import { viewKey, viewName } from '../kinds/view/view.js';
import type { Analysis, Node, ObjectToken, Token } from '../policy/analysis/model.js';
import { annotationOf, patternOf } from '../syntax/expressions.js';
import type { Param, Pattern, TsType } from '../syntax/tree.js';
import { schemaNames, namedTypes } from '../types/schema-names.js';
import type {
  Type,
  TypeDefinition,
  TypeDefinitions,
  ViewInput,
  ViewInputs,
} from '../declarations/declared-type.js';
import type {
  Answer,
  AnswerBody,
  ApiDescription,
  ErrorAnswer,
  Operation,
  RequiredScheme,
} from './api-description.js';
import { unknownAnswer as unknownAnswerEntry } from '../types/catalogue.js';
import {
  createErrorFinder,
  type GatewayAnswer,
  gatewayAnswers,
  MALFORMED_JSON,
  reasonOf,
  WRONG_INPUT,
} from './error-classes.js';
import { createFormatReader, type FormattedErrors, createCodeFinder } from './reached-errors.js';
import { inferExpression } from './infer-expression.js';
import { type Inference, unite, UNKNOWN, nameFinder } from './inference.js';
import { inputParts, type NamedOperation, operationIds } from './input-parts.js';
import type { AnswerReader, Status, ViewFunction } from './returned-answers.js';
import {
  joinedAnswers,
  layerAnswers,
  type ViewAnswer,
  viewAnswers,
  type ViewAnswers,
} from './view-answers.js';
import {
  checkTags,
  type CommentReader,
  documentInputs,
  operationDocumentation,
  type StatedAnswer,
  statedAnswers,
  textsOf,
  findViewSites,
  type ViewComment,
} from './view-comment.js';

export type DescribedApp = {
  readonly facts: AppFacts;
  readonly manifest: Manifest;
  /** The analysis of all modules. It identifies each view by the file and offset of the view's declaration. */
  readonly analysis: Analysis;
  /** Reads the annotation of a response. Parts that cannot be read become `unknown`. */
  readonly readType: (module: LoadedModule, node: TsType) => ReadAnswer;
  readonly readAnswers: Inference['readAnswers'];
  readonly readInput: ReadInput;
  /** Returns notes about types that are missing from the document. Must be called last, after everything is read. */
  readonly typeNotes: () => readonly Diagnostic[];
  /** Returns the named types. Must be called last, after everything is read. */
  readonly definitions: () => TypeDefinitions;
};

export type ReadAnswer = { readonly type: Type; readonly isRead: boolean };

/** An operation that has no `id` yet, with the value of its `@operationId` tag. */
type Draft = Omit<Operation, 'id'> & { readonly route: Route; readonly given: string | undefined };

export function describeApi(app: DescribedApp): ApiDescription {
  const { manifest, analysis, facts } = app;
  const { program, programs } = analysis;
  const changed = changedObjects(analysis);
  for (const [binding, { tokens }] of analysis.bindings)
    if (tokens.some((token) => changed.has(token))) program.mutated.add(binding);
  const sites = findViewSites(program, programs);
  const inference = createInference(app);
  const errorClassOf = createErrorFinder(program);
  const reader: AnswerReader = { inference, errorClassOf };
  const streams = new Map(
    manifest.routes.flatMap(({ path, methods, stream }) =>
      methods.map((method) => [`${method} ${path}`, stream]),
    ),
  );
  const findCode = createCodeFinder({
    analysis,
    errorClassOf,
    typeOf: (module, expression) =>
      inferExpression({ inference, module, body: undefined, depth: 0 }, expression),
  });
  const notes: Diagnostic[] = [];
  const formats = createFormatReader(app);
  const schemes = new Map<string, SecurityScheme>();
  const comments: CommentReader = {
    errorClassOf,
    readType: app.readType,
    bodyOf: ({ path }) => programs.get(path) ?? [],
    note: (note) => notes.push(note),
  };
  const drafts = routesOf(facts).flatMap((route): readonly Draft[] => {
    const { path, decoded, at } = route;
    if (path.kind !== 'string' || !decoded.value) return [];
    const key = `${at.file}:${String(at.start)}`;
    const site = sites.get(key);
    const common = commonMiddleware(facts, route.app) ?? [];
    const listed = [...common, ...decoded.value.middleware];
    const security = securityOfRoute(listed, schemes);
    const code = findCode(key, listed);
    const [first = ''] = decoded.value.methods;
    const stream = streams.get(`${first} ${path.value}`);
    const found = site?.view && viewAnswers({ ...reader, stream }, site.view);
    if (!found || found.unknown) notes.push(unknownAnswer(route, found));
    const { comment, module } = site ?? {};
    if (comment) checkTags(comment, comments);
    const stated = statedAnswers(comment, module, comments);
    const answered = found?.answers ?? [UNKNOWN_ANSWER];
    const around = code.layers.map((layer) => layerAnswers(reader, layer));
    const { methods, contentTypes, apiKeyRequired, scopes } = decoded.value;
    const name = authorizerOf(facts, route)?.name ?? null;
    const asked = { authorizer: name, ...(scopes && { scopes }) };
    const authorizer = routeAuthorizer(asked, manifest.authorizers);
    const captures = routeCaptures(path.value);
    const declared = site?.view && parameterInputs(site.view, captures, app.readInput);
    const drafted = methods.map((method): Draft => {
      const inputs = inputParts(
        { lookUp: inference.lookUp, inputs: declared, reads: code.reads },
        { captures, contentTypes, method },
      );
      const hasBody = inputs.body !== undefined;
      return {
        path: path.value,
        method,
        ...inputs.parameters,
        body: inputs.body,
        tags: tagsOf(facts, route, comment),
        documentation: operationDocumentation(comment),
        given: textsOf(comment, 'operationId')[0],
        answers: operationAnswers({
          views: answered,
          layers: around.flat(),
          isSecured: security.some(({ isOptional }) => !isOptional),
          stated,
          errors: [
            ...(inputs.isChecked && !code.isCaught ? [WRONG_INPUT] : []),
            ...(inputs.isJson && !code.isCaught ? [MALFORMED_JSON] : []),
            ...code.errors,
          ],
          gateway: gatewayAnswers({ authorizer, apiKeyRequired, hasBody }),
          returns: textsOf(comment, 'returns')[0],
          format: formats.of(route),
        }),
        authorizer: name,
        ...(authorizer?.kind === 'userPool' && authorizer.scopes && { scopes: authorizer.scopes }),
        apiKeyRequired,
        ...(security.length > 0 && { security }),
        route,
      };
    });
    // Mistakes in a view's comment are reported for only one operation, because all operations of the view share the comment.
    const told = drafted.reduce((most, draft) => (draft.body ? draft : most), drafted[0]);
    return drafted.map((draft) => ({
      ...draft,
      ...documentInputs(draft, comment, draft === told ? comments : { ...comments, note: () => 0 }),
    }));
  });
  const sorted = drafts.toSorted(byPathAndMethod);
  const { ids, problems } = operationIds(sorted.map(namedOperation));
  notes.push(...problems);
  const operations = sorted.map(({ route: _, given: __, ...operation }, index) => ({
    ...operation,
    id: ids[index] ?? '',
  }));
  const definitions = app.definitions();
  const used = usedTypes(operations, definitions);
  return {
    title: manifest.app.name,
    operations,
    definitions,
    names: schemaNames(used, definitions),
    schemes: new Map([...schemes].toSorted(([left], [right]) => compareTexts(left, right))),
    notes: sortDiagnostics([...notes, ...formats.notes(), ...app.typeNotes()]),
  };
}

/**
 * Returns the objects that code writes to, and the objects that hold them: a function may change an object that it receives, so
 * the members are not constant. Only objects count, because equal texts and numbers are the same token. An instance counts only
 * by itself: its constructor writes to it, and its members are never constant.
 */
function changedObjects({ memberWrites, bindings }: Analysis): ReadonlySet<Token> {
  const objectsOf = ({ tokens }: Node): readonly ObjectToken[] =>
    tokens.filter((token) => token.kind === 'object');
  const holders = new Map<Token, ObjectToken[]>();
  const objects = new Set([...bindings.values()].flatMap(objectsOf));
  for (const object of objects) {
    for (const held of [object.any, ...object.fields.values()].flatMap(objectsOf)) {
      if (held.form === 'instance') continue;
      objects.add(held);
      addTo(holders, held, object);
    }
  }
  const changed = new Set<Token>(memberWrites.flatMap(objectsOf));
  for (const object of changed) for (const holder of holders.get(object) ?? []) changed.add(holder);
  return changed;
}

function createInference(app: DescribedApp): Inference {
  const { definitions, readType, readAnswers } = app;
  const { program, programs } = app.analysis;
  const lookUp = (type: Type): Type => {
    let found = type;
    for (let count = 0; count < MOST_NAMES; count += 1) {
      if (found.kind === 'named') found = definitions().get(found.key)?.type ?? UNKNOWN;
      else if (found.kind === 'schema') found = found.document;
      else break;
    }
    return found;
  };
  return {
    program,
    infer: inferExpression,
    readType: (module, node) => readType(module, withoutPromise(module, node)).type,
    isRead: (module, node) => readType(module, withoutPromise(module, node)).isRead,
    lookUp,
    readAnswers,
    ...nameFinder(programs),
    given: new Map(),
    returned: new Map(),
    followed: { count: 0 },
  };
}

/** The maximum number of type names to follow. The limit also ends cycles. */
const MOST_NAMES = 50;

function withoutPromise(module: LoadedModule, node: TsType): TsType {
  if (node.type !== 'TsTypeReference' || node.typeName.type !== 'Identifier') return node;
  const [first] = node.typeParams?.params ?? [];
  const { typeName } = node;
  return first && globalName(module, typeName) === 'Promise' ? first : node;
}

const UNKNOWN_ANSWER = {
  status: 200,
  bodies: [{ mediaType: 'application/json', type: UNKNOWN }],
} as const;

function unknownAnswer({ target, at }: Route, found: ViewAnswers | undefined): Diagnostic {
  const unknown = found?.unknown;
  const unknownAt = unknown?.module.record.source.spanOf(unknown.span);
  const location = unknownAt ?? target.name?.at ?? at;
  return diagnose(unknownAnswerEntry, { view: viewName(target) }, { at: location });
}

/** Uses the tags in the comment, otherwise those of the blueprint, otherwise the name of the class. */
function tagsOf(
  facts: AppFacts,
  route: Route,
  comment: ViewComment | undefined,
): readonly string[] {
  const tagged = textsOf(comment, 'tag');
  const owner = route.target.class?.name;
  const grouped = tagged.length > 0 ? tagged : blueprintTags(facts, route);
  const tags = grouped ?? (owner === undefined ? [] : [owner]);
  return [...new Set(tags)];
}

function byPathAndMethod(left: Draft, right: Draft): number {
  return compareTexts(left.path, right.path) || compareTexts(left.method, right.method);
}

/** Returns the schemes that the providers in a list require, without duplicates, and records each scheme by name. */
function securityOfRoute(
  listed: readonly Listed[],
  schemes: Map<string, SecurityScheme>,
): readonly RequiredScheme[] {
  const found = new Map<string, RequiredScheme>();
  for (const { provider } of listed) {
    const security = securityOf(provider);
    if (!security) continue;
    const { name, scheme, isOptional } = security;
    schemes.set(name, scheme);
    found.set(name, { name, isOptional });
  }
  return [...found.values()];
}

function namedOperation({ route, method, given }: Draft): NamedOperation {
  const { target, path, at } = route;
  const pieces = path.kind === 'string' ? (path.pieces ?? [path]) : [];
  return {
    view: viewName(target),
    class: target.class?.name,
    given,
    method,
    path: pieces.at(-1)?.value ?? '',
    prefix: route.namePrefix ?? '',
    key: viewKey(target),
    at: target.name?.at ?? at,
  };
}

function usedTypes(
  operations: readonly Operation[],
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  const keys = namedTypes(operations.flatMap(typesOf), definitions);
  return new Set([...keys].filter((key) => !isPlainScalar(definitions.get(key))));
}

/** Tells whether a named type adds nothing to a plain type, as in `type Id = string`. The document does not name it. */
function isPlainScalar(definition: TypeDefinition | undefined): boolean {
  if (!definition || definition.documentation) return false;
  const { type } = definition;
  if (type.kind === 'text' || type.kind === 'number') return type.rules === undefined;
  return type.kind === 'boolean' || type.kind === 'date' || type.kind === 'null';
}

function typesOf(operation: Operation): readonly Type[] {
  const { captures, query, otherQuery, headers, body, answers } = operation;
  const parameters = [...captures, ...query, ...headers].map(({ type }) => type);
  const answered = answers.flatMap(({ bodies, errors }) => [
    ...bodies.map(({ type }) => type),
    ...errors.flatMap(({ details }) => (details ? [details] : [])),
  ]);
  const others = [...(otherQuery ? [otherQuery] : []), ...(body ? [body.type] : [])];
  return [...parameters, ...others, ...answered];
}

// The responses of one operation, grouped by where they come from.

type AnswerParts = {
  readonly views: readonly ViewAnswer[];
  /** The responses that the view's middleware creates itself. */
  readonly layers: readonly ViewAnswer[];
  /** True if a request must satisfy the security scheme of a provider, so that the status may be 401. */
  readonly isSecured: boolean;
  readonly stated: readonly StatedAnswer[];
  readonly errors: readonly ErrorAnswer[];
  readonly gateway: readonly GatewayAnswer[];
  readonly returns: string | undefined;
  readonly format: FormattedErrors;
};

function operationAnswers(parts: AnswerParts): Answer[] {
  const { stated, gateway, returns, format, isSecured } = parts;
  const views = joinedAnswers(parts.views, parts.layers);
  // Skips an error that the comment declares if the code already shows it.
  const codes = new Set(parts.errors.map(({ code }) => code));
  const errors = [
    ...parts.errors,
    ...stated.flatMap(({ error }) => (error && !codes.has(error.code) ? [error] : [])),
  ].map(format.placed);
  const statuses = new Set<Status>(
    [...views, ...errors, ...gateway, ...stated].map(({ status }) => status),
  );
  if (isSecured) statuses.add(401);
  const first = parts.views.find(({ status }) => isSuccess(status))?.status;
  return [...statuses]
    .toSorted((left, right) => compareTexts(String(left), String(right)))
    .map((status) => {
      const isIt = (answer: { readonly status: Status }): boolean => answer.status === status;
      const own = errors.filter(isIt);
      const messages = gateway.filter(isIt);
      const written = stated.filter(isIt);
      const said = [...written.map(({ text }) => text), ...own.map(({ message }) => message)];
      const described = [...new Set(said.filter(Boolean))].join('; ') || reasonOf(status);
      const isReturned = status === first && returns !== undefined && returns !== '';
      const types = written.flatMap((answer) => ('type' in answer ? [answer.type] : []));
      const bodies = types.length > 0 ? statedBodies(types) : (views.find(isIt)?.bodies ?? []);
      const formatted = [...own.map(format.bodyOf), ...messages.map(format.bodyOfAnswer)].filter(
        (type) => type !== undefined,
      );
      return {
        status,
        description: isReturned ? returns : described,
        bodies: withTypes(bodies, formatted),
        errors: own.filter((error) => !format.bodyOf(error)),
        messages: messages
          .filter((answer) => !format.bodyOfAnswer(answer))
          .map(({ message }) => message),
      };
    });
}

function withTypes(bodies: readonly AnswerBody[], more: readonly Type[]): readonly AnswerBody[] {
  if (more.length === 0) return bodies;
  const own = bodies.filter(({ mediaType }) => mediaType === JSON_TYPE).map(({ type }) => type);
  const json = { mediaType: JSON_TYPE, type: unite([...own, ...more]) };
  return [...bodies.filter(({ mediaType }) => mediaType !== JSON_TYPE), json].toSorted(
    (left, right) => compareTexts(left.mediaType, right.mediaType),
  );
}

function statedBodies(types: readonly (Type | undefined)[]): Answer['bodies'] {
  const known = types.filter((type) => type !== undefined);
  return known.length === 0 ? [] : [{ mediaType: JSON_TYPE, type: unite(known) }];
}

function isSuccess(status: Status): boolean {
  return status === 'default' || (status >= 200 && status < 300);
}

// The inputs that a view declares with its parameters: typed path parameters, `body`, `query` and `headers`.

type ReadInput = (module: LoadedModule, node: TsType) => Type | undefined;

/** Returns undefined if there are no inputs. A parameter that is named after a capture, even `body`, is a path parameter. */
function parameterInputs(
  { module, node }: ViewFunction,
  captures: readonly string[],
  read: ReadInput,
): ViewInputs | undefined {
  const inputs = node.params.flatMap((parameter) => inputOf(module, parameter, read));
  const find = (name: string): ViewInput | undefined =>
    captures.includes(name) ? undefined : inputs.find((input) => input.name === name);
  const [body, query, headers] = [find('body'), find('query'), find('headers')];
  const typed = inputs.filter(
    ({ name, type }) => captures.includes(name) && (type.kind !== 'text' || type.rules),
  );
  if (typed.length === 0 && !body && !query && !headers) return undefined;
  return {
    captures: typed,
    ...(body && { body }),
    ...(query && { query }),
    ...(headers && { headers }),
  };
}

function inputOf(
  module: LoadedModule,
  parameter: Param | Pattern,
  read: ReadInput,
): readonly ViewInput[] {
  const pattern = patternOf(parameter);
  const hasDefault = pattern.type === 'AssignmentPattern';
  const name = hasDefault ? pattern.left : pattern;
  const annotation = name.type === 'Identifier' ? annotationOf(name) : undefined;
  const type = annotation && read(module, annotation);
  if (!type || name.type !== 'Identifier') return [];
  const isOptional = hasDefault || name.optional;
  const at = module.record.source.spanOf(annotation.span);
  return [{ name: name.value, type, isOptional, at }];
}
