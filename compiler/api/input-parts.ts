// The inputs of an operation: path parameters, query, headers and body, with the types that the view declares.
import type { HttpMethod } from '../../runtime/contract/http.js';
import { isJsonType } from '../../runtime/contract/media-types.js';
import type { IndexSignature, Type, ViewInput, ViewInputs } from '../declarations/declared-type.js';
import type { Operation, Parameter, RequestBody } from './api-description.js';
import { TEXT, unite, UNKNOWN } from './inference.js';
import { type Diagnostic, type SourceSpan, diagnose } from '../diagnostics/diagnostic.js';
import { capitalized, decapitalized, numberedName } from '../free-names.js';
import { compareTexts, groupBy, valueFor } from '../groups.js';
import { sameOperationId } from '../types/catalogue.js';

export type KnownInputs = {
  readonly inputs: ViewInputs | undefined;
  /** How the view's code reads a body that has no declared type. */
  readonly reads: 'json' | 'bytes' | undefined;
  readonly lookUp: (type: Type) => Type;
};

export type OperationRequest = {
  readonly captures: readonly string[];
  readonly contentTypes: readonly string[];
  readonly method: HttpMethod;
};

export type OperationInputs = {
  readonly parameters: Pick<Operation, 'captures' | 'query' | 'otherQuery' | 'headers'>;
  readonly body: RequestBody | undefined;
  /** True if the runtime responds to invalid input before it calls the view. */
  readonly isChecked: boolean;
  readonly isJson: boolean;
};

export function inputParts(known: KnownInputs, operation: OperationRequest): OperationInputs {
  const { inputs, lookUp } = known;
  const typed = new Map(inputs?.captures.map((capture) => [capture.name, capture]) ?? []);
  const captures = operation.captures.map((name): Parameter => ({
    name,
    type: typed.get(name)?.type ?? TEXT,
    isOptional: false,
  }));
  const body = bodyOf(known, operation);
  const otherQuery = otherParameters(inputs?.query, lookUp);
  const isChecked =
    inputs !== undefined &&
    (inputs.captures.length > 0 || [inputs.body, inputs.query, inputs.headers].some(Boolean));
  return {
    parameters: {
      captures,
      query: propertiesOf(inputs?.query, lookUp),
      ...(otherQuery && { otherQuery }),
      headers: propertiesOf(inputs?.headers, lookUp),
    },
    body,
    isChecked,
    isJson:
      body?.mediaTypes.some(isJsonType) === true &&
      (inputs?.body !== undefined || known.reads === 'json'),
  };
}

/**
 * Returns the members of `query` or `headers`. A schema may describe several objects, which need not have all of them. A request
 * always has both, so they are validated even if the parameter itself is optional.
 */
function propertiesOf(
  input: ViewInput | undefined,
  lookUp: (type: Type) => Type,
): readonly Parameter[] {
  if (!input) return [];
  const objects = partsOf(input.type, lookUp).filter((part) => part.kind === 'object');
  const byName = groupBy(
    objects.flatMap(({ properties }) => properties),
    ({ name }) => name,
  );
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    const isOptional = same.length < objects.length || same.some((property) => property.isOptional);
    return first ? [{ ...first, type: unite(same.map(({ type }) => type)), isOptional }] : [];
  });
}

function otherParameters(
  input: ViewInput | undefined,
  lookUp: (type: Type) => Type,
): Type | undefined {
  const indexes = (input ? partsOf(input.type, lookUp) : []).flatMap(
    (part): readonly IndexSignature[] => {
      if (part.kind === 'unknown') return [{ patterns: [], type: UNKNOWN }];
      return part.kind === 'object' ? (part.indexes ?? []) : [];
    },
  );
  const open = indexes.filter(({ type }) => type.kind !== 'never');
  return open.length > 0 ? { kind: 'object', properties: [], indexes: open } : undefined;
}

/** Returns the types in a union, or the type itself. */
function partsOf(type: Type, lookUp: (type: Type) => Type): readonly Type[] {
  const found = lookUp(type);
  return found.kind === 'union' ? found.of.flatMap((part) => partsOf(part, lookUp)) : [found];
}

/** A body has no general meaning for DELETE (RFC 9110 section 9.3.5), but API Gateway forwards it, and a view may read it. */
const WITH_BODY: ReadonlySet<HttpMethod> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'] as const);

function bodyOf(
  { inputs, reads }: KnownInputs,
  { contentTypes, method }: OperationRequest,
): RequestBody | undefined {
  if (!WITH_BODY.has(method)) return undefined;
  const mediaTypes = contentTypes.toSorted(compareTexts);
  if (inputs?.body) {
    const { type, isOptional } = inputs.body;
    return { type, isOptional, mediaTypes };
  }
  if (!reads) return undefined;
  const type: Type = reads === 'json' ? UNKNOWN : { kind: 'bytes' };
  // The body is optional because the code may read it only in some cases.
  return { type, isOptional: true, mediaTypes };
}

// The names of operations in documents and clients. An operation is named after the class and the view, `articlesUpdate`, or
// after the variable of a view in call form. The name does not depend on other views, so it changes only if the class, view or
// variable is renamed.

export type NamedOperation = {
  readonly view: string;
  readonly class: string | undefined;
  readonly given: string | undefined;
  readonly method: string;
  /** The path in the source, without the prefixes of blueprints. */
  readonly path: string;
  /** The `namePrefix` of its blueprints. */
  readonly prefix: string;
  /** The same for all operations of one view. */
  readonly key: string;
  readonly at: SourceSpan;
};

type OperationIds = {
  readonly ids: readonly string[];
  /** One problem for each view that has the same name as another view. */
  readonly problems: readonly Diagnostic[];
};

export function operationIds(operations: readonly NamedOperation[]): OperationIds {
  const ofView = groupBy(operations, ({ key }) => key);
  const firsts = new Map<string, NamedOperation>();
  const problems = new Map<string, Diagnostic>();
  const taken = new Set<string>();
  const ids = operations.map((operation) => {
    const id = ownName(operation, ofView.get(operation.key) ?? []);
    const first = valueFor(firsts, id, () => operation);
    if (first.key !== operation.key) {
      const related = [{ message: 'The other view is here.', at: first.at }];
      const data = { id, class: operation.class };
      problems.set(operation.key, diagnose(sameOperationId, data, { at: operation.at, related }));
    }
    const free = numberedName(id, taken);
    taken.add(free);
    return free;
  });
  return { ids, problems: [...problems.values()] };
}

function ownName(operation: NamedOperation, all: readonly NamedOperation[]): string {
  const { prefix, method, path } = operation;
  const name = baseName(operation);
  const isPlacedTwice = new Set(all.map((other) => other.prefix)).size > 1;
  const words = isPlacedTwice ? wordsOf(prefix) : '';
  const placed = words === '' ? name : `${decapitalized(words)}${capitalized(name)}`;
  const here = all.filter((other) => other.prefix === prefix);
  const methods = new Set(here.map((other) => other.method));
  const withMethod = methods.size > 1 ? `${placed}${capitalized(method.toLowerCase())}` : placed;
  const isEnough = here.filter((other) => other.method === method).length === 1;
  return isEnough ? withMethod : `${withMethod}${wordsOf(path) || 'Root'}`;
}

function baseName({ given, view, class: owner }: NamedOperation): string {
  if (given !== undefined) return given;
  const name = identifier(view);
  return owner === undefined ? name : `${decapitalized(identifier(owner))}${capitalized(name)}`;
}

function wordsOf(path: string): string {
  return path
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalized)
    .join('');
}

/** Converts a name to an identifier: `#list` becomes `list`. Letters from other alphabets are kept. */
function identifier(text: string): string {
  return text.replace(/^#/, '').replace(/[^\p{L}\p{N}_]/gu, '_');
}
