// Evaluates the expressions that dynalite has parsed: conditions on an item, and updates on a copy of it.
import validations from 'dynalite/validations/index.js';
import { invalid } from '../json-service.js';
import type { AttributeValue, Item } from './table-store.js';

export type Path = readonly (string | number)[];

export type Call = {
  readonly type: string;
  readonly name?: string;
  readonly args: readonly Operand[];
};

type Operand = Path | AttributeValue | Call;

export type Update = {
  readonly type: 'set' | 'remove' | 'add' | 'delete';
  readonly path: Path;
  /** The operand; undefined for REMOVE. */
  readonly val?: Operand;
};

function isPath(operand: Operand): operand is Path {
  return Array.isArray(operand);
}

function isCall(operand: Operand): operand is Call {
  return 'args' in operand;
}

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
export function holds({ type, name, args }: Call, item: Item): boolean {
  const isTrue = (operand: Operand): boolean => isCall(operand) && holds(operand, item);
  if (type === 'and') return args.every(isTrue);
  if (type === 'or') return args.some(isTrue);
  if (type === 'not') return !args.some(isTrue);
  const [value, ...others] = args.map((operand) => operandIn(operand, item));
  return TESTS[name ?? type]?.(value, others) ?? false;
}

/** Returns true if a key condition such as `EQ` holds. */
export function meets(
  { ComparisonOperator: name, AttributeValueList: others }: KeyCondition,
  value: AttributeValue | undefined,
): boolean {
  return TESTS[OPERATORS[name] ?? '']?.(value, others) ?? false;
}

export type KeyCondition = {
  readonly ComparisonOperator: string;
  readonly AttributeValueList: readonly AttributeValue[];
};

const OPERATORS: Readonly<Record<string, string>> = {
  EQ: '=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  BETWEEN: 'between',
  BEGINS_WITH: 'begins_with',
};

type FoundValue = AttributeValue | undefined;

const TESTS: Readonly<
  Record<string, (value: FoundValue, others: readonly FoundValue[]) => boolean>
> = {
  '=': (value, [other]) => isEqual(value, other),
  '<>': (value, [other]) => !isEqual(value, other),
  '<': (value, [other]) => order(value, other) < 0,
  '<=': (value, [other]) => order(value, other) <= 0,
  '>': (value, [other]) => order(value, other) > 0,
  '>=': (value, [other]) => order(value, other) >= 0,
  between: (value, [low, high]) => order(value, low) >= 0 && order(value, high) <= 0,
  in: (value, others) => others.some((other) => isEqual(value, other)),
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
  attribute_type: (value, [other]) => value !== undefined && typeOf(value) === other?.S,
  begins_with: (value, [other]) => {
    const [whole, start] = [bytesOf(value), bytesOf(other)];
    if (!whole || !start || typeOf(value) !== typeOf(other)) return false;
    return whole.subarray(0, start.length).equals(start);
  },
  contains: (value, [other]) => {
    if (!value || !other) return false;
    if (value.L) return value.L.some((one) => isEqual(one, other));
    const { S, N, B } = other;
    if (S !== undefined) return value.S?.includes(S) ?? value.SS?.includes(S) ?? false;
    if (N !== undefined) return value.NS?.includes(N) ?? false;
    if (B === undefined) return false;
    return (
      value.BS?.includes(B) ??
      (value.B !== undefined && fromBase64(value.B).includes(fromBase64(B)))
    );
  },
};

function typeOf(value: FoundValue): string {
  return Object.keys(value ?? {})[0] ?? '';
}

function bytesOf(value: FoundValue): Buffer | undefined {
  if (value?.S !== undefined) return Buffer.from(value.S);
  return value?.B === undefined ? undefined : fromBase64(value.B);
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function isEqual(value: FoundValue, other: FoundValue): boolean {
  if (!value || !other || typeOf(value) !== typeOf(other)) return false;
  const { L, M } = value;
  if (L) return L.length === other.L?.length && L.every((one, at) => isEqual(one, other.L?.[at]));
  if (M) {
    const names = Object.keys(M);
    if (names.length !== Object.keys(other.M ?? {}).length) return false;
    return names.every((name) => isEqual(M[name], other.M?.[name]));
  }
  const [set, ofOther] = [setOf(value), setOf(other)];
  if (set) return set.length === ofOther?.length && set.every((one) => ofOther.includes(one));
  return order(value, other) === 0 || (value.BOOL ?? 0) === other.BOOL || value.NULL === true;
}

function setOf({ SS, NS, BS }: AttributeValue): readonly string[] | undefined {
  return SS ?? NS ?? BS;
}

/** Returns a negative number, 0 or a positive number, as a comparator for sorting does; `NaN` for values of different types. */
function order(value: FoundValue, other: FoundValue): number {
  if (typeOf(value) !== typeOf(other)) return NaN;
  if (value?.N !== undefined && other?.N !== undefined) {
    const difference = sum(value.N, other.N, -1n);
    return difference.startsWith('-') ? -1 : /[1-9]/.test(difference) ? 1 : 0;
  }
  const [bytes, ofOther] = [bytesOf(value), bytesOf(other)];
  return bytes && ofOther ? Buffer.compare(bytes, ofOther) : NaN;
}

/** Adds two numbers digit by digit. They have up to 38 digits, more than a double can represent. */
function sum(one: string, other: string, sign: 1n | -1n): string {
  const fraction = (text: string): number => (text.split('.')[1] ?? '').length;
  const scale = Math.max(fraction(one), fraction(other));
  const scaled = (text: string): bigint =>
    BigInt(text.replace('.', '') + '0'.repeat(scale - fraction(text)));
  const total = scaled(one) + sign * scaled(other);
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0');
  const end = digits.length - scale;
  return `${total < 0n ? '-' : ''}${digits.slice(0, end)}${scale > 0 ? '.' : ''}${digits.slice(end)}`;
}

function operandIn(operand: Operand, item: Item): FoundValue {
  if (isPath(operand)) return valueAt(operand, item);
  if (!isCall(operand)) return operand;
  // `size` is the only function that can be an operand.
  const [first] = operand.args;
  const value = first && operandIn(first, item);
  const length =
    value?.S?.length ??
    bytesOf(value)?.length ??
    (value && setOf(value)?.length) ??
    value?.L?.length ??
    (value?.M && Object.keys(value.M).length);
  return length === undefined ? undefined : { N: String(length) };
}

function valueAt(path: Path, item: Item, start: AttributeValue = { M: item }): FoundValue {
  let value: FoundValue = start;
  for (const step of path) {
    // An attribute can have the same name as a member of `Object.prototype`.
    const map: Item | undefined = value?.M;
    if (typeof step === 'number') value = value?.L?.[step];
    else value = map && Object.hasOwn(map, step) ? map[step] : undefined;
  }
  return value;
}

/** Sorts the members of sets, as DynamoDB stores them. */
export function withSortedSets(item: Item): Item {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, sorted(value)]));
}

function sorted(value: AttributeValue): AttributeValue {
  const { L, M } = value;
  const set = setOf(value);
  if (L) return { ...value, L: L.map(sorted) };
  if (M) return { ...value, M: withSortedSets(M) };
  if (!set) return value;
  const type = typeOf(value).slice(0, 1);
  return { [typeOf(value)]: set.toSorted((a, b) => order({ [type]: a }, { [type]: b })) };
}

/** Returns a copy of the item with the expression applied. All values are read from the item before the update. */
export function updated(item: Item, updates: readonly Update[]): Item {
  const root: AttributeValue = { M: structuredClone(item) };
  const changes = updates.map(({ type, path, val }) => {
    return { type, path, value: val && valueOf(val, item) };
  });
  const changedLists = new Set<AttributeValue>();
  for (const { type, path, value } of changes) {
    const parent = path.length === 1 ? root : valueAt(path.slice(0, -1), root.M ?? {});
    const last = path.at(-1) ?? '';
    const members = typeof last === 'number' ? parent?.L : parent?.M;
    if (!parent || !members)
      throw invalid('The document path provided in the update expression is invalid for update');
    if (parent.L) changedLists.add(parent);
    const next = NEXT[type](valueAt([last], root.M ?? {}, parent), value);
    // An assignment would not create a member named `__proto__`.
    if (next) Object.defineProperty(members, last, { value: next, ...MEMBER });
    // The other list elements keep their indexes until all updates are done.
    else Reflect.deleteProperty(members, last);
  }
  // A value that was set beyond the end of a list is appended, because `Object.values` skips empty slots.
  for (const list of changedLists) if (list.L) list.L = Object.values(list.L);
  return root.M ?? {};
}

const MEMBER = { writable: true, enumerable: true, configurable: true };

const NEXT: Readonly<Record<Update['type'], (old: FoundValue, value: FoundValue) => FoundValue>> = {
  set: (_, value) => value,
  remove: () => undefined,
  add: (old, value) => {
    if (!value || (old && typeOf(old) !== typeOf(value))) throw wrongType();
    if (value.N !== undefined) return numberOf(sum(old?.N ?? '0', value.N, 1n));
    if (value.L) return { L: [...(old?.L ?? []), ...value.L] };
    return { [typeOf(value)]: [...new Set([...listIn(old), ...listIn(value)])] };
  },
  delete: (old, value) => {
    if (!old) return undefined;
    if (typeOf(old) !== typeOf(value)) throw wrongType();
    const left = listIn(old).filter((one) => !listIn(value).includes(one));
    return left.length > 0 ? { [typeOf(old)]: left } : undefined;
  },
};

function listIn(value: FoundValue): readonly string[] {
  return (value && setOf(value)) ?? [];
}

function valueOf(operand: Operand, item: Item): AttributeValue {
  if (isPath(operand)) {
    const found = valueAt(operand, item);
    if (found) return structuredClone(found);
    throw invalid('The provided expression refers to an attribute that does not exist in the item');
  }
  if (!isCall(operand)) return structuredClone(operand);
  const { type, name, args } = operand;
  const [first = [], second = []] = args;
  if (name === 'if_not_exists') {
    const found = isPath(first) ? valueAt(first, item) : undefined;
    return found ? structuredClone(found) : valueOf(second, item);
  }
  const [one, other] = [valueOf(first, item), valueOf(second, item)];
  if (name === 'list_append') {
    if (!one.L || !other.L) throw wrongType();
    return { L: [...one.L, ...other.L] };
  }
  if (one.N === undefined || other.N === undefined) throw wrongType();
  return numberOf(sum(one.N, other.N, type === 'add' ? 1n : -1n));
}

function wrongType(): Error {
  return invalid('An operand in the update expression has an incorrect data type');
}

function numberOf(text: string): AttributeValue {
  const value = { N: text };
  const problem = validations.validateAttributeValue(value);
  if (problem !== undefined) throw invalid(problem);
  return value;
}
