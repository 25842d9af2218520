// Reads the value of an option from its text, or says what is wrong with it.
import type { OptionSpec } from './command.js';
import { code, codeList } from '../../compiler/diagnostics/code-text.js';
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';

export type ReadOption =
  | { readonly kind: 'value'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'problem'; readonly message: string; readonly hint?: string };

/** Reads the value of `--name`; `typed` is its text, `true` when no text was given, undefined when it is absent. */
export function readOption(
  name: string,
  spec: OptionSpec,
  typed: string | true | undefined,
): ReadOption {
  if (typed === undefined) return { kind: 'value', value: spec.default ?? absent(spec) };
  if (spec.kind === 'boolean') return { kind: 'value', value: true };
  const usage = `Type ${code(`--${name} <${spec.value ?? 'value'}>`)}.`;
  if (typed === true || typed === '') {
    return { kind: 'problem', message: `${code(`--${name}`)} needs a value.`, hint: usage };
  }
  return spec.kind === 'integer' ? readInteger(name, spec, typed) : readChoice(name, spec, typed);
}

function absent(spec: OptionSpec): boolean | undefined {
  return spec.kind === 'boolean' ? false : undefined;
}

function readInteger(name: string, spec: OptionSpec, typed: string): ReadOption {
  const value = /^-?\d+$/.test(typed) ? Number(typed) : undefined;
  const [least, most] = spec.range ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  if (value !== undefined && value >= least && value <= most) return { kind: 'value', value };
  const range = spec.range ? ` from ${least} to ${most}` : '';
  return {
    kind: 'problem',
    message: `${code(`--${name}`)} must be a whole number${range}, not ${code(typed)}.`,
  };
}

function readChoice(name: string, spec: OptionSpec, typed: string): ReadOption {
  const { choices } = spec;
  if (!choices || choices.includes(typed)) return { kind: 'value', value: typed };
  const guess = nearestName(typed, choices);
  const hint = guess === undefined ? undefined : `Did you mean ${code(`--${name} ${guess}`)}?`;
  return {
    kind: 'problem',
    message: `${code(`--${name}`)} must be ${codeList(choices, 'or')}, not ${code(typed)}.`,
    ...(hint !== undefined && { hint }),
  };
}
