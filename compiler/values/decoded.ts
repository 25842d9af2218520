// Decodes static values. The result is the typed value and the findings, each with its location.
import { type Diagnostic, code, type CatalogueEntry, diagnose } from '../diagnostics/diagnostic.js';
import * as texts from './static-value-catalogue.js';
import type { StaticList, StaticText, StaticValue, UnknownReason } from './static-value.js';

/** There may be a value and findings: a list that contains a method twice is still a list that other rules can check. */
export type Decoded<T> = {
  readonly value: T | undefined;
  readonly findings: readonly Diagnostic[];
};

/** The data for an entry whose message says which value was found instead. */
export type FoundText = { readonly found: string };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the schema of an object that has no other properties. */
export function objectSchema(
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** How to read values of one type, with the schema and the catalogue entries for rejected values. */
export type Decoder<T> = {
  readonly decode: (value: StaticValue) => Decoded<T>;
  /** The catalogue entries with which a value is rejected, for the reference. */
  readonly problems: readonly CatalogueEntry<never>[];
  readonly schema: JsonSchema;
};

export function sound<T>(value: T): Decoded<T> {
  return { value, findings: [] };
}

/** Returns a finding without a value. */
export function rejected(finding: Diagnostic): Decoded<never> {
  return { value: undefined, findings: [finding] };
}

/** Rejects a value with one finding at its location. If the value is not static, that is reported instead. */
export function refuse(value: StaticValue, say: (found: string) => Diagnostic): Decoded<never> {
  return rejected(
    value.kind === 'unknown' ? notStatic(value.reason, value.at) : say(foundValue(value)),
  );
}

export function wrongType(entry: CatalogueEntry<FoundText>, value: StaticValue): Decoded<never> {
  return refuse(value, (found) => diagnose(entry, { found }, { at: value.at }));
}

export function flag(entry: CatalogueEntry<FoundText>): Decoder<boolean> {
  return {
    decode: (value) => (value.kind === 'boolean' ? sound(value.value) : wrongType(entry, value)),
    problems: [entry],
    schema: { type: 'boolean' },
  };
}

/** Reads a string. `check` returns the finding for an invalid string. */
export function text(
  entry: CatalogueEntry<FoundText>,
  check: (value: StaticText) => readonly Diagnostic[] = () => [],
): Decoder<string> {
  return {
    decode: (value) =>
      value.kind === 'string'
        ? { value: value.value, findings: check(value) }
        : wrongType(entry, value),
    problems: [entry],
    schema: { type: 'string' },
  };
}

export function number(
  entry: CatalogueEntry<FoundText>,
  check: (value: StaticValue & { readonly kind: 'number' }) => readonly Diagnostic[],
): Decoder<number> {
  return {
    decode: (value) =>
      value.kind === 'number'
        ? { value: value.value, findings: check(value) }
        : wrongType(entry, value),
    problems: [entry],
    schema: { type: 'number' },
  };
}

/** Reads a list of strings. Only the first item that is not a string is reported. */
export function textList(entry: CatalogueEntry<FoundText>): Decoder<readonly string[]> {
  const decode = (value: StaticValue): Decoded<readonly string[]> => {
    if (value.kind !== 'list') return wrongType(entry, value);
    const odd = value.items.find(({ kind }) => kind !== 'string' && kind !== 'unknown');
    const findings = value.items
      .filter((item) => item === odd || item.kind === 'unknown')
      .flatMap((item) => wrongType(entry, item).findings);
    return { value: textsOf(value), findings };
  };
  return { decode, problems: [entry], schema: { type: 'array', items: { type: 'string' } } };
}

/** Decodes each item of a list. If one of the items has no value, the list has none. */
export function decodeItems<T>(
  list: StaticList,
  decode: (item: StaticValue, index: number) => Decoded<T>,
): Decoded<readonly T[]> {
  const items = list.items.map(decode);
  const values = items.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    value: values.length === items.length ? values : undefined,
    findings: items.flatMap(({ findings }) => findings),
  };
}

/** Returns the strings in a list; undefined if the list contains anything else. */
export function textsOf(value: StaticValue | undefined): readonly string[] | undefined {
  if (value?.kind !== 'list') return undefined;
  const found = value.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  return found.length === value.items.length ? found : undefined;
}

/** Describes a value for the end of a sentence: `the number 5`, `a list`, `an object`. */
export function foundValue(value: StaticValue): string {
  switch (value.kind) {
    case 'string':
      return value.value === '' ? 'an empty string' : `the string ${code(value.value)}`;
    case 'number':
      return `the number ${code(String(value.value))}`;
    case 'boolean':
      return code(String(value.value));
    case 'list':
      return value.items.length === 0 ? 'an empty list' : 'a list';
    case 'object':
      return 'an object';
    case 'instance':
      return `${value.name === 'IAMAuthorizer' ? 'an' : 'a'} ${code(value.name)}`;
    case 'null':
    case 'undefined':
      return code(value.kind);
    case 'unknown':
      return 'not known';
  }
}

/** Reports a value that is not static, with advice on which values are. */
export function notStatic(reason: UnknownReason, at: Diagnostic['at']): Diagnostic {
  switch (reason.kind) {
    case 'call':
      return diagnose(texts.callResult, reason, { at });
    case 'reassigned':
      return diagnose(texts.reassignedVariable, reason, { at });
    case 'parameter':
      return diagnose(texts.parameterValue, reason, { at });
    case 'unresolved':
      return diagnose(texts.unresolvedName, reason, { at });
    case 'outside-project':
      return diagnose(texts.outsideProject, reason, { at });
    case 'environment':
      return diagnose(texts.environmentVariable, reason, { at });
    case 'missing-property':
      return diagnose(texts.missingProperty, reason, { at });
    case 'cycle':
      return diagnose(texts.constantCycle, reason, { at });
    case 'too-large':
      return diagnose(texts.tooLarge, reason, { at });
    case 'expression':
      return diagnose(texts.otherExpression, reason, { at });
  }
}
