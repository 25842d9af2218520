// Reads event patterns as EventBridge, Lambda filters and SNS policies do: objects that list the allowed values of each member.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
import {
  type Diagnostic,
  code,
  codeList,
  nearestName,
  diagnose,
} from '../../diagnostics/diagnostic.js';
import { foundValue, notStatic, sound, type Decoded, type Decoder } from '../../values/decoded.js';
import type { StaticEntry, StaticValue } from '../../values/static-value.js';
import * as texts from './catalogue.js';
import { decodeJson, refuseValue } from './readings.js';

export type Pattern = Readonly<Record<string, unknown>>;

export type PatternForm = {
  readonly option: string;
  /** The members of an event. A pattern with any other member matches nothing. */
  readonly roots?: readonly string[];
  /** The member that holds the payload. People often omit it and write only the pattern for the payload. */
  readonly payload?: string;
  /** False for a pattern with only one level, such as a pattern for message attributes. */
  readonly isNested?: boolean;
};

const MOST_FILTERS = 5;

export function patternOf(form: PatternForm): Decoder<Pattern> {
  return {
    decode: (value) => decodePattern(value, form),
    problems: [texts.patternForm],
    schema: { type: 'object', minProperties: 1 },
  };
}

/** Reads the filters of an event source mapping. Lambda calls the function with a record if the record matches one of them. */
export function filtersOf(form: Omit<PatternForm, 'option'>): Decoder<readonly Pattern[]> {
  const option = 'filters';
  return {
    decode: (value) => {
      if (value.kind !== 'list' || value.items.length === 0)
        return refuseValue(value, {
          option,
          expected: 'a list of patterns',
          hint: 'Write `[{ ... }]`, or omit `filters`.',
        });
      const items = value.items.map((item) => decodePattern(item, { ...form, option }));
      const findings = items.flatMap((item) => item.findings);
      const count = items.length;
      if (count > MOST_FILTERS)
        findings.push(diagnose(texts.tooManyFilters, { count }, { at: value.at }));
      const patterns = items.flatMap((item) => (item.value ? [item.value] : []));
      return { value: findings.length === 0 ? patterns : undefined, findings };
    },
    problems: [texts.patternForm, texts.tooManyFilters],
    schema: { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: MOST_FILTERS },
  };
}

function decodePattern(value: StaticValue, form: PatternForm): Decoded<Pattern> {
  const findings: Diagnostic[] = [];
  checkObject(value, { form, findings, level: 0 });
  if (findings.length > 0) return { value: undefined, findings };
  const json = decodeJson(value, (found, at) => wrong(form, `${found} is not JSON`, at));
  if (json.value === undefined) return { value: undefined, findings: json.findings };
  return sound(json.value as Pattern); // because it was decoded from an object
}

type Check = {
  readonly form: PatternForm;
  readonly findings: Diagnostic[];
  readonly level: number;
};

function wrong({ option }: PatternForm, why: string, at: Diagnostic['at']): Diagnostic {
  return diagnose(texts.patternForm, { option, why }, { at });
}

function say(check: Check, value: StaticValue, why: string): void {
  const { form, findings } = check;
  findings.push(
    value.kind === 'unknown' ? notStatic(value.reason, value.at) : wrong(form, why, value.at),
  );
}

function checkObject(value: StaticValue, check: Check): void {
  if (value.kind !== 'object') {
    say(check, value, `a pattern must be an object, but this is ${foundValue(value)}`);
    return;
  }
  const entries = value.entries.filter((entry) => entry.value.kind !== 'undefined');
  if (entries.length === 0) say(check, value, 'an empty object matches nothing');
  for (const entry of entries) checkEntry(entry, check);
}

function checkEntry({ key, value }: StaticEntry, check: Check): void {
  const { form, findings, level } = check;
  const { roots, payload, isNested = true } = form;
  if (key.value === '$or') {
    if (value.kind !== 'list' || value.items.length < 2)
      say(check, value, '`$or` must be a list of at least two patterns');
    else for (const item of value.items) checkObject(item, check);
    return;
  }
  if (level === 0 && roots && !roots.includes(key.value)) {
    const meant = nearestName(key.value, roots);
    const inside =
      key.value === form.option && value.kind === 'object'
        ? `the pattern is the value of ${code(key.value)}, so write only that value`
        : meant !== undefined
          ? `write ${code(meant)}`
          : payload === undefined
            ? `it has ${codeList(roots)}`
            : `the payload is in ${code(payload)}, so write ${code(`{ ${payload}: { ${key.value}: [...] } }`)}`;
    findings.push(wrong(form, `an event has no ${code(key.value)}; ${inside}`, key.at));
    return;
  }
  if (value.kind === 'list') {
    if (value.items.length === 0) say(check, value, 'an empty list matches nothing');
    for (const item of value.items) checkMatcher(item, check);
  } else if (value.kind === 'object' && isNested) {
    checkObject(value, { ...check, level: level + 1 });
  } else {
    const advice = value.kind === 'object' ? ' of the attribute' : ', so write it in `[ ]`';
    say(check, value, `${code(key.value)} must be a list of accepted values${advice}`);
  }
}

/** Checks a value, or an operator and its argument. */
function checkMatcher(item: StaticValue, check: Check): void {
  switch (item.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return;
    case 'object': {
      const [entry, more] = item.entries;
      if (!entry || more) {
        say(check, item, 'an item of a list must be a value, or an object with one operator');
        return;
      }
      checkOperator(entry, check);
      return;
    }
    default:
      say(check, item, `a value cannot be ${foundValue(item)}`);
  }
}

type Argument = { readonly expected: string; readonly fits: (value: StaticValue) => boolean };

const isText = (value: StaticValue): boolean => value.kind === 'string';
const isScalar = (value: StaticValue): boolean =>
  value.kind === 'string' || value.kind === 'number';
const isIgnoringCase = (value: StaticValue): boolean =>
  value.kind === 'object' &&
  value.entries.length === 1 &&
  value.entries[0]?.key.value === 'equals-ignore-case';

const AFFIX: Argument = {
  expected: 'a text',
  fits: (value) => isText(value) || isIgnoringCase(value),
};

const OPERATORS: Readonly<Record<string, Argument>> = {
  prefix: AFFIX,
  suffix: AFFIX,
  'equals-ignore-case': { expected: 'a text', fits: isText },
  wildcard: { expected: 'a text', fits: isText },
  cidr: { expected: 'a string such as `10.0.0.0/24`', fits: isText },
  exists: { expected: '`true` or `false`', fits: ({ kind }) => kind === 'boolean' },
  numeric: {
    expected: "a list such as `['>', 0, '<=', 5]`",
    fits: (value) =>
      value.kind === 'list' &&
      (value.items.length === 2 || value.items.length === 4) &&
      value.items.every((part, index) =>
        index % 2 === 1
          ? part.kind === 'number'
          : part.kind === 'string' && ['=', '<', '<=', '>', '>='].includes(part.value),
      ),
  },
  'anything-but': {
    expected: 'a value, a list of values, or one of `prefix`, `suffix`, `wildcard`',
    fits: (value) =>
      isScalar(value) ||
      (value.kind === 'list' && value.items.length > 0 && value.items.every(isScalar)) ||
      (value.kind === 'object' && value.entries.length === 1),
  },
};

function checkOperator({ key, value }: StaticEntry, check: Check): void {
  const name = key.value;
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) {
    const known = Object.keys(OPERATORS);
    const meant = nearestName(name, known);
    const what = meant === undefined ? `there are ${codeList(known)}` : `write ${code(meant)}`;
    check.findings.push(wrong(check.form, `${code(name)} is not an operator; ${what}`, key.at));
  } else if (!operator.fits(value)) {
    say(check, value, `${code(name)} takes ${operator.expected}`);
  }
}
