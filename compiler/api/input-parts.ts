// The inputs of an operation: path parameters, query, headers and body, with the types that the view declares.
import type { HttpMethod } from '../../runtime/contract/methods.js';
import { isJsonType } from '../../runtime/contract/media-types.js';
import { compareTexts } from '../text-order.js';
import type { Type, ViewInput, ViewInputs } from '../declarations/declared-type.js';
import type { Operation, Parameter, RequestBody } from './api-description.js';
import { TEXT, UNKNOWN } from './inference.js';

export type KnownInputs = {
  readonly inputs: ViewInputs | undefined;
  /** How the view's code reads a body that it does not declare. */
  readonly reads: 'json' | 'bytes' | undefined;
  readonly lookUp: (type: Type) => Type;
};

export type OperationPlace = {
  readonly captures: readonly string[];
  readonly contentTypes: readonly string[];
  readonly method: HttpMethod;
};

export type InputParts = {
  readonly parameters: Pick<Operation, 'captures' | 'query' | 'headers'>;
  readonly body: RequestBody | undefined;
  /** True when the runtime responds to invalid input before it calls the view. */
  readonly isChecked: boolean;
  /** The body is read as JSON. */
  readonly isJson: boolean;
};

export function inputParts(known: KnownInputs, place: OperationPlace): InputParts {
  const { inputs, lookUp } = known;
  const typed = new Map(inputs?.captures.map((capture) => [capture.name, capture]) ?? []);
  const captures = place.captures.map((name): Parameter => ({
    name,
    type: typed.get(name)?.type ?? TEXT,
    isOptional: false,
  }));
  const body = bodyOf(known, place);
  const isChecked =
    inputs !== undefined &&
    (inputs.captures.length > 0 || [inputs.body, inputs.query, inputs.headers].some(Boolean));
  return {
    parameters: {
      captures,
      query: propertiesOf(inputs?.query, lookUp),
      headers: propertiesOf(inputs?.headers, lookUp),
    },
    body,
    isChecked,
    isJson: body?.mediaTypes.some(isJsonType) === true && hasJson(known),
  };
}

function hasJson({ inputs, reads }: KnownInputs): boolean {
  return inputs?.body !== undefined || reads === 'json';
}

function propertiesOf(
  input: ViewInput | undefined,
  lookUp: (type: Type) => Type,
): readonly Parameter[] {
  if (!input) return [];
  const type = lookUp(input.type);
  const object = type.kind === 'union' ? type.of.map(lookUp).find(isObject) : type;
  if (object?.kind !== 'object') return [];
  return object.properties.map((property) => ({
    ...property,
    isOptional: property.isOptional || input.isOptional,
  }));
}

function isObject({ kind }: Type): boolean {
  return kind === 'object';
}

/** Methods whose requests have a body (RFC 9110 section 9.3). */
const WITH_BODY: ReadonlySet<HttpMethod> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'] as const);

function bodyOf(
  { inputs, reads }: KnownInputs,
  { contentTypes, method }: OperationPlace,
): RequestBody | undefined {
  if (!WITH_BODY.has(method)) return undefined;
  const mediaTypes = contentTypes.toSorted(compareTexts);
  if (inputs?.body) {
    const { type, isOptional } = inputs.body;
    return { type, isOptional, mediaTypes };
  }
  if (!reads) return undefined;
  const type: Type = reads === 'json' ? UNKNOWN : { kind: 'bytes' };
  // The code may read the body only in some cases, so the body is optional.
  return { type, isOptional: true, mediaTypes };
}
