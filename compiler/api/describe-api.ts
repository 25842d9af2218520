// Describes an application to its callers. The operations come from facts and manifest, the inputs from declared types, and
// the answers from declared types and code.
import { type Manifest, routeAuthorizer } from '../../runtime/contract/manifest.js';
import type { HttpMethod } from '../../runtime/contract/methods.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { diagnose } from '../diagnostics/diagnose.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { commonMiddleware } from '../kinds/app/app.js';
import { authorizerOf } from '../kinds/authorizer/authorizer.js';
import { blueprintTags } from '../kinds/blueprint/blueprint.js';
import { type Route, routeCaptures, routesOf } from '../kinds/route/route.js';
import { viewKey, viewName } from '../kinds/view/view.js';
import type { Analysis } from '../policy/analysis/analysis.js';
import type { Param, Pattern, TsType } from '../syntax/tree.js';
import { compareTexts } from '../text-order.js';
import { namedTypes } from '../types/named-types.js';
import { schemaNames } from '../types/schema-names.js';
import type {
  Type,
  TypeDefinitions,
  ViewInput,
  ViewInputs,
} from '../declarations/declared-type.js';
import { annotationFinder } from './annotations.js';
import { JSON_TYPE } from '../../runtime/contract/media-types.js';
import type {
  Answer,
  AnswerBody,
  ApiDescription,
  ErrorAnswer,
  Operation,
} from './api-description.js';
import { unknownAnswer as unknownAnswerEntry } from '../types/catalogue.js';
import type { DocComment } from '../syntax/doc-comment.js';
import { createErrorClasses } from './error-classes.js';
import { createFormatReader, type FormattedErrors } from './format-answers.js';
import { inferExpression } from './infer-expression.js';
import { type Inference, unite, UNKNOWN } from './inference.js';
import { inputParts } from './input-parts.js';
import {
  type GatewayAnswer,
  gatewayAnswers,
  MALFORMED_JSON,
  reasonOf,
  WRONG_INPUT,
} from './other-answers.js';
import { createCodeFinder } from './reached-errors.js';
import type { AnswerReader, ViewFunction } from './returned-answers.js';
import { type ViewAnswer, viewAnswers, type ViewAnswers } from './view-answers.js';
import { findViewSites } from './view-sites.js';
import { capitalized, numberedName } from '../free-names.js';
import { groupBy } from '../groups.js';

export type DescribedApp = {
  readonly facts: AppFacts;
  readonly manifest: Manifest;
  /** The analysis of all modules; a view's key is the file and offset of its declaration. */
  readonly analysis: Analysis;
  /** Reads the annotation of an answer; a part that is not read is `unknown`. */
  readonly readType: (module: LoadedModule, node: TsType) => ReadAnswer;
  /** Reads the annotation of an input. */
  readonly readInput: ReadInput;
  /** Notes on types that are missing from the document. Called after everything is read. */
  readonly typeNotes: () => readonly Diagnostic[];
  /** The named types. Called after everything is read. */
  readonly definitions: () => TypeDefinitions;
};

export type ReadAnswer = { readonly type: Type; readonly isRead: boolean };

/** An operation before it gets its `id`. */
type Draft = Omit<Operation, 'id'> & { readonly route: Route };

export function describeApi(app: DescribedApp): ApiDescription {
  const { manifest, analysis, facts } = app;
  const { program, programs } = analysis;
  const sites = findViewSites(program, programs);
  const inference = createInference(app);
  const classes = createErrorClasses(program);
  const reader: AnswerReader = { inference, errors: classes };
  const findCode = createCodeFinder({
    analysis,
    classes,
    typeOf: (module, expression) =>
      inferExpression(inference, { module, body: undefined, depth: 0 }, expression),
  });
  const notes: Diagnostic[] = [];
  const formats = createFormatReader(app);
  const drafts = routesOf(facts).flatMap((route): readonly Draft[] => {
    const { path, decoded, at } = route;
    if (path.kind !== 'string' || !decoded.value) return [];
    const key = `${at.file}:${String(at.start)}`;
    const site = sites.get(key);
    const common = commonMiddleware(facts, route.app) ?? [];
    const code = findCode(key, [...common, ...decoded.value.middleware]);
    const found = site?.view && viewAnswers(reader, site.view);
    if (!found || found.unknown) notes.push(unknownAnswer(route, found));
    const answered = found?.answers ?? [UNKNOWN_ANSWER];
    const { methods, contentTypes, apiKeyRequired, scopes } = decoded.value;
    const name = authorizerOf(facts, route)?.name ?? null;
    const asked = { authorizer: name, ...(scopes && { scopes }) };
    const authorizer = routeAuthorizer(asked, manifest.authorizers);
    const captures = routeCaptures(path.value);
    const declared = site?.view && parameterInputs(site.view, captures, app.readInput);
    return methods.map((method) => {
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
        ...documentationOf(facts, route, site?.comment),
        answers: operationAnswers({
          views: answered,
          errors: [
            ...(inputs.isChecked && !code.isCaught ? [WRONG_INPUT] : []),
            ...(inputs.isJson && !code.isCaught ? [MALFORMED_JSON] : []),
            ...code.errors,
          ],
          gateway: gatewayAnswers({ authorizer, apiKeyRequired, hasBody }),
          returns: site?.comment?.tagged('returns')[0],
          format: formats.of(route),
        }),
        authorizer: name,
        ...(authorizer?.kind === 'userPool' && authorizer.scopes && { scopes: authorizer.scopes }),
        apiKeyRequired,
        route,
      };
    });
  });
  const operations = withIds(drafts.toSorted(byPathAndMethod));
  const definitions = app.definitions();
  const used = usedTypes(operations, definitions);
  return {
    title: manifest.app.name,
    operations,
    definitions,
    names: schemaNames(used, definitions),
    notes: sortDiagnostics([...notes, ...formats.notes(), ...app.typeNotes()]),
  };
}

function createInference({ analysis, definitions, readType }: DescribedApp): Inference {
  const { program, programs } = analysis;
  const lookUp = (type: Type): Type => {
    let found = type;
    for (let count = 0; found.kind === 'named' && count < MOST_NAMES; count += 1) {
      found = definitions().get(found.key)?.type ?? UNKNOWN;
    }
    return found.kind === 'schema' ? found.document : found;
  };
  return {
    program,
    readType: (module, node) => readType(module, withoutPromise(module, node)).type,
    isRead: (module, node) => readType(module, withoutPromise(module, node)).isRead,
    lookUp,
    annotationOf: annotationFinder(programs),
    given: new Map(),
    returned: new Map(),
  };
}

/** The most names that are followed from one type to the next. It ends a circle of names. */
const MOST_NAMES = 50;

function withoutPromise(module: LoadedModule, node: TsType): TsType {
  if (node.type !== 'TsTypeReference' || node.typeName.type !== 'Identifier') return node;
  const [first] = node.typeParams?.params ?? [];
  const { typeName } = node;
  const isGlobal = typeName.value === 'Promise' && !module.record.names.find(typeName);
  return isGlobal && first ? first : node;
}

const UNKNOWN_ANSWER = {
  status: 200,
  bodies: [{ mediaType: 'application/json', type: UNKNOWN }],
} as const;

function unknownAnswer({ target, at }: Route, found: ViewAnswers | undefined): Diagnostic {
  const place = found?.unknown;
  const data = { view: viewName(target) };
  if (!place) return diagnose(unknownAnswerEntry, data, { at: target.name?.at ?? at });
  const { source } = place.module.record;
  return diagnose(unknownAnswerEntry, data, { at: source.spanOf(place.span) });
}

/** The documentation of an operation. Its tags are those of the view's comment, else of the blueprint, else the class. */
function documentationOf(
  facts: AppFacts,
  route: Route,
  comment: DocComment | undefined,
): Pick<Operation, 'tags' | 'documentation'> {
  const tagged = comment?.tagged('tag') ?? [];
  const owner = route.target.class?.name;
  const grouped = tagged.length > 0 ? tagged : blueprintTags(facts, route);
  const tags = grouped ?? (owner === undefined ? [] : [owner]);
  return { tags: [...new Set(tags)], documentation: comment?.documentation ?? {} };
}

function byPathAndMethod(left: Draft, right: Draft): number {
  return compareTexts(left.path, right.path) || compareTexts(left.method, right.method);
}

function withIds(drafts: readonly Draft[]): readonly Operation[] {
  const ids = operationIds(
    drafts.map(({ route, method, path }) => ({
      view: viewName(route.target),
      class: route.target.class?.name,
      method: method satisfies HttpMethod,
      path,
      key: viewKey(route.target),
    })),
  );
  return drafts.map(({ route: _, ...operation }, index) => ({
    ...operation,
    id: ids[index] ?? '',
  }));
}

/** The keys of the named types in operations, and of the named types in those. */
function usedTypes(
  operations: readonly Operation[],
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  return namedTypes(operations.flatMap(typesOf), definitions);
}

function typesOf({ captures, query, headers, body, answers }: Operation): readonly Type[] {
  const parameters = [...captures, ...query, ...headers].map(({ type }) => type);
  const answered = answers.flatMap(({ bodies, errors }) => [
    ...bodies.map(({ type }) => type),
    ...errors.flatMap(({ details }) => (details ? [details] : [])),
  ]);
  return [...parameters, ...(body ? [body.type] : []), ...answered];
}

// All answers of one operation by status.

type AnswerParts = {
  readonly views: readonly ViewAnswer[];
  readonly errors: readonly ErrorAnswer[];
  readonly gateway: readonly GatewayAnswer[];
  /** The text of the view's `@returns` tag. */
  readonly returns: string | undefined;
  readonly format: FormattedErrors;
};

/** Sorted by status. */
function operationAnswers({ views, gateway, returns, format, ...given }: AnswerParts): Answer[] {
  const errors = given.errors.map(format.placed);
  const statuses = new Set<number | '2XX'>(
    [...views, ...errors, ...gateway].map(({ status }) => status),
  );
  const first = views.find(({ status }) => isSuccess(status))?.status;
  return [...statuses]
    .toSorted((left, right) => compareTexts(String(left), String(right)))
    .map((status) => {
      const own = errors.filter((error) => error.status === status);
      const messages = gateway.filter((answer) => answer.status === status);
      const said = own.map(({ message }) => message).filter(Boolean);
      const isReturned = status === first && returns !== undefined && returns !== '';
      const formatted = [...own.map(format.bodyOf), ...messages.map(format.bodyOfAnswer)];
      return {
        status,
        description: isReturned ? returns : describe(status, said),
        bodies: withTypes(
          views.find((view) => view.status === status)?.bodies ?? [],
          formatted.filter((type) => type !== undefined),
        ),
        errors: own.filter((error) => !format.bodyOf(error)),
        messages: messages
          .filter((answer) => !format.bodyOfAnswer(answer))
          .map(({ message }) => message),
      };
    });
}

/** The bodies with more types of JSON. */
function withTypes(bodies: readonly AnswerBody[], more: readonly Type[]): readonly AnswerBody[] {
  if (more.length === 0) return bodies;
  const own = bodies.filter(({ mediaType }) => mediaType === JSON_TYPE).map(({ type }) => type);
  const json = { mediaType: JSON_TYPE, type: unite([...own, ...more]) };
  return [...bodies.filter(({ mediaType }) => mediaType !== JSON_TYPE), json].toSorted(
    (left, right) => compareTexts(left.mediaType, right.mediaType),
  );
}

function isSuccess(status: number | '2XX'): boolean {
  return status === '2XX' || (status >= 200 && status < 300);
}

function describe(status: number | '2XX', messages: readonly string[]): string {
  return messages.length === 0 ? reasonOf(status) : [...new Set(messages)].join('; ');
}

// The inputs that a view declares by its parameters: path parameters with types, `body`, `query` and `headers`.

type ReadInput = (module: LoadedModule, node: TsType) => Type | undefined;

/** The inputs; undefined when there are none. A path parameter named `body`, for example, is the path parameter. */
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
  const pattern = parameter.type === 'Parameter' ? parameter.pat : parameter;
  const hasDefault = pattern.type === 'AssignmentPattern';
  const name = hasDefault ? pattern.left : pattern;
  if (name.type !== 'Identifier' || !('typeAnnotation' in name)) return [];
  const { typeAnnotation: annotation } = name as {
    typeAnnotation?: { typeAnnotation: TsType } | null;
  }; // because swc's types leave it out of some patterns
  if (!annotation) return [];
  const { typeAnnotation } = annotation;
  const type = read(module, typeAnnotation);
  if (!type) return [];
  const isOptional = hasDefault || name.optional;
  const at = module.record.source.spanOf(typeAnnotation.span);
  return [{ name: name.value, type, isOptional, at }];
}

// The names of operations in documents and clients. An operation has the name of its view. A view with several operations
// adds the method, and the path when that is not unique. Views of the same name put their class in front.

type NamedOperation = {
  readonly view: string;
  readonly class: string | undefined;
  readonly method: HttpMethod;
  readonly path: string;
  /** Equal for the operations of one view. */
  readonly key: string;
};

/** A unique name for each operation, in the given order. */
function operationIds(operations: readonly NamedOperation[]): readonly string[] {
  const ofView = groupBy(operations, ({ key }) => key);
  const own = operations.map((operation) => ownName(operation, ofView.get(operation.key) ?? []));
  const ofName = groupBy(
    operations.map((operation, index) => ({ operation, name: own[index] ?? '' })),
    ({ name }) => name,
  );
  const taken = new Set<string>();
  return operations.map((operation, index) => {
    const name = own[index] ?? '';
    const same = ofName.get(name) ?? [];
    const isTaken = same.some((other) => other.operation.key !== operation.key);
    const { class: owner } = operation;
    const id =
      isTaken && owner !== undefined ? `${decapitalized(owner)}${capitalized(name)}` : name;
    const free = numberedName(id, taken);
    taken.add(free);
    return free;
  });
}

/** A name that is unique among the operations of one view. */
function ownName(operation: NamedOperation, all: readonly NamedOperation[]): string {
  const { view, method, path } = operation;
  const name = identifier(view);
  if (all.length < 2) return name;
  const methods = new Set(all.map((other) => other.method));
  const withMethod = methods.size > 1 ? `${name}${capitalized(method.toLowerCase())}` : name;
  const isEnough = all.filter((other) => other.method === method).length === 1;
  return isEnough ? withMethod : `${withMethod}${wordsOf(path)}`;
}

function wordsOf(path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.length === 0 ? 'Root' : words.map(capitalized).join('');
}

function identifier(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, '_');
}

function decapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
