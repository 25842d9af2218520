// What the schema refuses, as diagnostics at the key or the value that is wrong.
import * as v from 'valibot';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { ConfigFile } from './config-file.js';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from './keys.js';
import type { RawConfig } from './raw-config.js';
import { configSchema } from './schema.js';
import { SHAPE_CATALOGUE, type ShapeProblem } from './shape-catalogue.js';

export type CheckedShape =
  | { readonly kind: 'right'; readonly config: RawConfig }
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** Checks the value of the file against the schema; every problem is reported. */
export function checkShape(file: ConfigFile): CheckedShape {
  const result = v.safeParse(configSchema, file.value);
  const passedOver = [...keysPassedOver(file.value, [])].slice(0, MOST_PROBLEMS);
  if (result.success && passedOver.length === 0) return { kind: 'right', config: result.output };
  // A value that several checks refuse for the same reason is one problem.
  const seen = new Set<string>();
  const issues = (result.issues ?? []).filter((issue) => {
    const id = `${v.getDotPath(issue) ?? ''} ${issue.message}`;
    return !seen.has(id) && seen.add(id);
  });
  const diagnostics = [
    ...passedOver.map((path) => describeKey(path, file)),
    ...issues.slice(0, MOST_PROBLEMS).map((issue) => describeIssue(issue, file)),
  ];
  return { kind: 'wrong', diagnostics };
}

/** More are not told: nobody reads them all. */
const MOST_PROBLEMS = 100;

/** The validator passes over these in silence, and an entry that counts for nothing must be told. */
const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function* keysPassedOver(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (PASSED_OVER.has(key)) yield [...path, key];
    else if (typeof inner === 'object') yield* keysPassedOver(inner, [...path, key]);
  }
}

/** Whose names are the user's own. */
const MAPPINGS = new Set(['stages', 'lambda_functions', 'environment_variables', 'tags']);

function describeKey(path: readonly string[], file: ConfigFile): Diagnostic {
  const key = path.at(-1) ?? '';
  const isNamed = MAPPINGS.has(path.at(-2) ?? '');
  const knownKeys = isNamed ? [] : knownKeysAt(path);
  const data = { path: showPath(path), key, value: undefined, expected: '', knownKeys };
  return diagnose(SHAPE_CATALOGUE['unknown-key'], data, { at: file.placeOfKey(path) });
}

function describeIssue(issue: v.BaseIssue<unknown>, file: ConfigFile): Diagnostic {
  const items = issue.path ?? [];
  const path = items.map(({ key }) => (typeof key === 'number' ? key : String(key)));
  // because every action of the schema has the name of a problem as its message
  const problem = issue.message as ShapeProblem;
  const isAboutKey = problem === 'unknown-key' || items.at(-1)?.origin === 'key';
  const data = {
    path: showPath(path),
    key: String(path.at(-1) ?? ''),
    value: issue.input,
    expected: EXPECTED[issue.type] ?? 'something else',
    knownKeys: knownKeysAt(path),
  };
  return diagnose(SHAPE_CATALOGUE[problem], data, {
    at: isAboutKey ? file.placeOfKey(path) : file.placeOfValue(path),
  });
}

/** The types of the schema in words, by the kind of check that failed. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  custom: 'a mapping',
};

function showPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'config.json';
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
}

function knownKeysAt(path: readonly (string | number)[]): string[] {
  const ofFunction = Object.keys(FUNCTION_KEYS);
  if (path.at(-3) === 'lambda_functions') return ofFunction;
  const ofStage = [...Object.keys(STAGE_KEYS), ...ofFunction];
  return path.length === 1 ? [...Object.keys(FILE_KEYS), ...ofStage] : ofStage;
}
