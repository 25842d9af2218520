// Describes the value that a problem expects, for example `integer, at least 1`. The description never contains the given
// value.
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
type Rules<Kind extends 'text' | 'number' | 'list'> = NonNullable<
  Extract<Type, { kind: Kind }>['rules']
>;

export function expectedText(type: Type, definitions: TypeDefinitions): string {
  switch (type.kind) {
    case 'unknown':
      return 'any value';
    case 'never':
    case 'undefined':
      return 'nothing';
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'text':
    case 'number':
      return scalarText(type);
    case 'literal':
      return typeof type.value === 'string' ? `'${type.value}'` : String(type.value);
    case 'list':
      return ['list', ...listRules(type.rules ?? {})].join(', ');
    case 'tuple':
      return tupleText(type);
    case 'object':
      return 'object';
    case 'union':
      return unionText(type.of, definitions);
    case 'named': {
      const found = definitions.get(type.key)?.type;
      return found === undefined || found.kind === 'union'
        ? (definitions.get(type.key)?.name ?? 'any value')
        : expectedText(found, definitions);
    }
    case 'date':
      return FORMATS['date-time'];
    case 'bytes':
      return 'bytes';
    case 'schema':
      return expectedText(type.document, definitions);
  }
}

function unionText(members: readonly Type[], definitions: TypeDefinitions): string {
  const known = members.filter(({ kind }) => kind !== 'undefined');
  const isBoolean = [true, false].every((value) =>
    known.some((member) => member.kind === 'literal' && member.value === value),
  );
  const isFlag = (type: Type): boolean =>
    type.kind === 'literal' && typeof type.value === 'boolean';
  const texts = known
    .filter((member) => !isBoolean || !isFlag(member))
    .map((member) => expectedText(member, definitions));
  const all = [...new Set([...texts, ...(isBoolean ? ['true', 'false'] : [])])];
  return [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ');
}

const FORMATS: Readonly<Record<NonNullable<Rules<'text'>['format']>, string>> = {
  date: 'date such as 2026-01-31',
  'date-time': 'date and time such as 2026-01-31T12:00:00Z',
  email: 'email address',
  uri: 'URI',
  uuid: 'UUID',
};

function scalarText(type: Extract<Type, { kind: 'text' | 'number' }>): string {
  if (type.kind === 'number') {
    const { rules = {} } = type;
    return [rules.isInteger ? 'integer' : 'number', ...numberRules(rules)].join(', ');
  }
  const { minLength, maxLength, patterns = [], format } = type.rules ?? {};
  return [
    format === undefined ? 'text' : FORMATS[format],
    ...range(minLength, maxLength, 'character'),
    ...patterns.map((pattern) => `matching ${pattern}`),
  ].join(', ');
}

function numberRules(rules: Rules<'number'>): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return [
    minimum === undefined ? '' : `at least ${minimum}`,
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    exclusiveMaximum === undefined ? '' : `less than ${exclusiveMaximum}`,
    multipleOf === undefined ? '' : `a multiple of ${multipleOf}`,
  ].filter((text) => text !== '');
}

function listRules({ minItems, maxItems, uniqueItems }: Rules<'list'>): readonly string[] {
  return [...range(minItems, maxItems, 'item'), ...(uniqueItems ? ['none of them twice'] : [])];
}

function tupleText({ items, rest }: Extract<Type, { kind: 'tuple' }>): string {
  const required = items.filter(({ isOptional }) => !isOptional).length;
  return ['list', ...range(required, rest ? undefined : items.length, 'item')].join(', ');
}

/** Returns the range with its unit, for example `1 to 80 characters` or `at most 9 items`. */
function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): readonly string[] {
  const count = (number: number): string => `${number} ${unit}${number === 1 ? '' : 's'}`;
  if (least !== undefined && most !== undefined)
    return [least === most ? `exactly ${count(most)}` : `${least} to ${count(most)}`];
  if (most !== undefined) return [`at most ${count(most)}`];
  return least === undefined || least === 0 ? [] : [`at least ${count(least)}`];
}

/** Returns the text that a problem gives as the expected value at this location. */
export function expectedOf(
  type: Type,
  { expected }: { readonly expected?: string },
  { definitions }: { readonly definitions: TypeDefinitions },
): string {
  return expected ?? expectedText(type, definitions);
}
