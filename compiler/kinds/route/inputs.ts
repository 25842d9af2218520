// The inputs of a view: parameters named `body`, `query` and `headers`, and captures whose type is not `string`
// (docs/decisions/typed-input.md).
import { isJsonType, JSON_TYPE } from '../../../runtime/contract/media-types.js';
import type { ReadInput, ViewParameter } from '../../declarations/app-facts.js';
import {
  type Type,
  type TypeDefinitions,
  typeBehind,
  type ViewInput,
  type BodyForm,
  type BoundInputs,
  type CheckedPattern,
} from '../../declarations/declared-type.js';
import { oncePer } from '../../groups.js';
import { routeCaptures, type Route, type InputName, isInputName } from './route.js';
import { patternState } from './pattern-safety.js';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export type InputParameter = ViewParameter & { readonly name: string; readonly input: ReadInput };

function capturesOf({ path }: Route): readonly string[] {
  return path.kind === 'string' ? routeCaptures(path.value) : [];
}

/** Returns the names of the parameters that are inputs. A capture is one only if its type is not a plain `string`. */
export function inputNames(route: Route): readonly string[] {
  if (route.path.kind !== 'string') return [];
  const captures = capturesOf(route);
  return route.target.parameters.flatMap(({ name, type, form }) => {
    if (name === undefined || type === undefined || form === 'rest') return [];
    const isInput = captures.includes(name) ? !ANY_TEXT.has(type) : isInputName(name);
    return isInput ? [name] : [];
  });
}

const ANY_TEXT = new Set(['string', 'unknown', 'any']);

type InputParameters = Readonly<Partial<Record<InputName, InputParameter>>> & {
  readonly captures: readonly InputParameter[];
};

/** Returns the inputs of a view by name. If a capture has the name of an input, the capture takes precedence. */
export const inputParameters: (route: Route) => InputParameters = oncePer((route) => {
  const captures = capturesOf(route);
  const known = route.target.parameters.filter(isRead);
  const others = known.filter(({ name }) => !captures.includes(name));
  return {
    captures: known.filter(({ name }) => captures.includes(name)),
    ...Object.fromEntries(others.map((parameter) => [parameter.name, parameter])),
  };
});

function isRead(parameter: ViewParameter): parameter is InputParameter {
  return parameter.name !== undefined && parameter.input !== undefined;
}

/** Returns the inputs for the binder; undefined for a view that has only captures that are plain strings. */
export function boundInputs(route: Route, definitions: TypeDefinitions): BoundInputs | undefined {
  const { captures, body, query, headers } = inputParameters(route);
  const typed = captures.filter(({ input }) => !isPlainText(input.type, definitions));
  if (typed.length === 0 && !body && !query && !headers) return undefined;
  const inputs = {
    captures: typed.map(viewInput),
    ...(body && { body: viewInput(body) }),
    ...(query && { query: viewInput(query) }),
    ...(headers && { headers: viewInput(headers) }),
  };
  return { inputs, bodyForm: bodyFormOf(route, body), definitions };
}

function viewInput({ name, form, input: { type, at } }: InputParameter): ViewInput {
  return { name, type, isOptional: form === 'optional', at };
}

/** Resolves an alias, and unwraps a union of `undefined` and one other type. */
export function resolved(type: Type, definitions: TypeDefinitions): Type {
  const found: Type = typeBehind(type, definitions) ?? { kind: 'unknown' };
  if (found.kind !== 'union') return found;
  const [only, ...more] = found.of.filter(({ kind }) => kind !== 'undefined');
  return only && more.length === 0 ? resolved(only, definitions) : found;
}

/** Tells whether the type accepts every string. */
function isPlainText(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  return found.kind === 'unknown' || (found.kind === 'text' && found.rules === undefined);
}

/** Returns how the body is read, which depends on the media types of the route. */
export function bodyFormOf(
  { decoded }: Pick<Route, 'decoded'>,
  body: InputParameter | undefined,
): BodyForm {
  const types = decoded.value?.contentTypes ?? [JSON_TYPE];
  if (body?.input.type.kind === 'bytes') return 'bytes';
  if (types.every(isJsonType)) return 'json';
  if (types.every((type) => type === FORM_TYPE)) return 'form';
  return types.every((type) => isJsonType(type) || type === FORM_TYPE) ? 'either' : 'text';
}

/** Tells whether a value of the type can be read from one string. */
export function isReadFromText(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'union')
    return found.of.every((member) => isReadFromText(member, definitions));
  return ['text', 'number', 'boolean', 'literal', 'null', 'undefined'].includes(found.kind);
}

/** Tells whether the type can be read from the values that a name has in the request. The name may be repeated. */
export function isReadFromTexts(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'list') return isReadFromText(found.of, definitions);
  if (found.kind !== 'union') return isReadFromText(found, definitions);
  const members = membersOf(found, definitions);
  return members.some(({ kind }) => kind === 'list')
    ? isListOrItem(members, definitions)
    : members.every((member) => isReadFromText(member, definitions));
}

/** Tells whether a union consists of a list and its item types. A single string can then be read as a list with one item. */
function isListOrItem(members: readonly Type[], definitions: TypeDefinitions): boolean {
  const lists = members.filter((member) => member.kind === 'list');
  const [list] = lists;
  const others = members.filter(({ kind }) => !['list', 'null', 'undefined'].includes(kind));
  if (!list || lists.length > 1) return false;
  const items = membersOf(list.of, definitions);
  const known = new Set(items.map((item) => JSON.stringify(item)));
  return (
    items.every((item) => isReadFromText(item, definitions)) &&
    others.every((member) => known.has(JSON.stringify(member))) &&
    (others.length === 0 || (list.rules?.minItems ?? 0) < 2)
  );
}

/** Returns the members of a union and of the unions nested in it. Any other type is the only item of the list. */
function membersOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const found = resolved(type, definitions);
  return found.kind === 'union'
    ? found.of.flatMap((member) => membersOf(member, definitions))
    : [found];
}

/** Returns what else a string of the type could be read as; undefined if each string can be read in only one way. */
export function ambiguityOf(
  type: Type,
  definitions: TypeDefinitions,
): 'a number' | 'true or false' | undefined {
  const members = membersOf(type, definitions).flatMap((member) =>
    member.kind === 'list' ? membersOf(member.of, definitions) : [member],
  );
  const isRead = (sort: 'number' | 'boolean'): boolean =>
    members.some(
      (member) =>
        member.kind === sort || (member.kind === 'literal' && typeof member.value === sort),
    );
  const isAlso = (samples: readonly string[]): boolean =>
    members.some((member) => samples.some((sample) => isTextOf(member, sample)));
  if (isRead('number') && (isAlso(NUMBERS) || members.some(isNumberText))) return 'a number';
  return isRead('boolean') && isAlso(FLAGS) ? 'true or false' : undefined;
}

/** Short and long strings that clients probably intend as numbers. */
const NUMBERS = ['5', '-1', '1.5', '12345', '1234567890', '1234567890'.repeat(9)];
const FLAGS = ['true', 'false'];

function isTextOf(type: Type, text: string): boolean {
  if (type.kind === 'literal') return type.value === text;
  if (type.kind !== 'text' || type.rules?.format) return false;
  const { minLength = 0, maxLength = Infinity, patterns = [] } = type.rules ?? {};
  const isOfLength = text.length >= minLength && text.length <= maxLength;
  return isOfLength && patterns.every((pattern) => isMatch({ pattern, maxLength }, text));
}

/** Tells whether a string matches; false for an unsafe pattern, which is reported separately. */
function isMatch({ pattern, maxLength }: CheckedPattern, text: string): boolean {
  return patternState(pattern, maxLength) === 'safe' && new RegExp(pattern, 'u').test(text);
}

function isNumberText(type: Type): boolean {
  if (type.kind !== 'literal' || typeof type.value !== 'string') return false;
  try {
    return typeof JSON.parse(type.value) === 'number';
  } catch {
    return false;
  }
}
