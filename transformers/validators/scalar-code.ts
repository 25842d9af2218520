// Generates the code that validates a string, number, boolean or literal: conditions, each with the JSON Schema keyword that it
// implements.
import type { Type } from '../../compiler/declarations/declared-type.js';
import type { CodeContext } from './code-parts.js';

/** A condition that is true for an invalid value, and the rule that the value breaks. */
export type Failure = readonly [condition: string, rule: string];

type OfKind<Kind extends Type['kind']> = Extract<Type, { kind: Kind }>;
export type Scalar = OfKind<'null' | 'boolean' | 'text' | 'number' | 'literal'>;

export function isScalar(type: Type): type is Scalar {
  return ['null', 'boolean', 'text', 'number', 'literal'].includes(type.kind);
}

/** Returns the failures in the order of evaluation: a condition may assume that the earlier ones are false. */
export function scalarFailures(
  type: Scalar,
  value: string,
  context: CodeContext,
): readonly Failure[] {
  switch (type.kind) {
    case 'null':
      return [[`${value}!==null`, 'type']];
    case 'boolean':
      return [[`typeof ${value}!="boolean"`, 'type']];
    case 'literal':
      return [[`${value}!==${JSON.stringify(type.value)}`, 'const']];
    case 'text':
      return [[`typeof ${value}!="string"`, 'type'], ...textFailures(type, value, context)];
    case 'number':
      return [
        [`!Number.is${type.rules?.isInteger ? 'SafeInteger' : 'Finite'}(${value})`, 'type'],
        ...numberFailures(type, value),
      ];
  }
}

/**
 * Returns the failures of a string. Lengths count code points. These are counted only if the UTF-16 length is near a limit, so
 * that counting a long text costs nothing.
 */
function textFailures(
  { rules = {} }: OfKind<'text'>,
  value: string,
  context: CodeContext,
): readonly Failure[] {
  const { minLength = 0, maxLength, patterns = [], format } = rules;
  const length = `[...${value}].length`;
  const failures: Failure[] = [];
  if (minLength === 1) failures.push([`${value}.length<1`, 'minLength']);
  if (minLength > 1)
    failures.push([`${value}.length<${2 * minLength - 1}&&${length}<${minLength}`, 'minLength']);
  if (maxLength !== undefined)
    failures.push([
      `${value}.length>${maxLength}&&(${value}.length>${2 * maxLength}||${length}>${maxLength})`,
      'maxLength',
    ]);
  for (const pattern of patterns) {
    const expression = context.constant(String(new RegExp(pattern, 'u')));
    failures.push([`!${expression}.test(${value})`, 'pattern']);
  }
  if (format !== undefined)
    failures.push([`!${context.constant(FORMATS[format])}(${value})`, 'format']);
  return failures;
}

type Format = NonNullable<NonNullable<OfKind<'text'>['rules']>['format']>;

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
/** The day exists in its month if the parsed date converts back to the same text. */
const HAS_DAY = 'new Date(v.slice(0,10)).toJSON()?.startsWith(v.slice(0,10))';

/** Functions that test formats: RFC 3339, email addresses as in HTML forms, RFC 3986 and RFC 9562. */
const FORMATS: Readonly<Record<Format, string>> = {
  date: `v=>/^${DATE}$/.test(v)&&${HAS_DAY}`,
  'date-time': `v=>/^${DATE}T${TIME}:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-]${TIME})$/i.test(v)&&${HAS_DAY}`,
  email: String.raw`v=>/^[\w.!#$%&'*+/=?^${'`'}{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(v)`,
  uri: String.raw`v=>/^[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i.test(v)&&URL.canParse(v)`,
  uuid: String.raw`v=>/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(v)`,
};

function numberFailures({ rules = {} }: OfKind<'number'>, value: string): readonly Failure[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const limits = [
    ['<', minimum, 'minimum'],
    ['<=', exclusiveMinimum, 'exclusiveMinimum'],
    ['>', maximum, 'maximum'],
    ['>=', exclusiveMaximum, 'exclusiveMaximum'],
  ] as const;
  const failures = limits.flatMap(([operator, limit, rule]): readonly Failure[] =>
    limit === undefined ? [] : [[`${value}${operator}${limit}`, rule]],
  );
  return multipleOf === undefined
    ? failures
    : [...failures, [multipleFailure(value, multipleOf), 'multipleOf']];
}

/** Decimals are scaled to integers, because in floating point, 19.99 is not a multiple of 0.01. */
function multipleFailure(value: string, multipleOf: number): string {
  const digits = decimalsOf(multipleOf);
  if (digits === 0) return `${value}%${multipleOf}!==0`;
  const scale = 10 ** digits;
  const scaled = `Math.round(${value}*${scale})`;
  const unit = Math.round(multipleOf * scale);
  const isOff = `${scaled}/${scale}!==${value}`;
  return unit === 1 ? isOff : `(${isOff}||${scaled}%${unit}!==0)`;
}

function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
