// Parses .framework/config.json into a value with locations, and finds problems with its syntax, keys and values.
import * as v from 'valibot';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { type PlacedJson, placeJson, spanOf } from '../project/placed-json.js';
import { duplicateKey, fileTooLarge, notJson } from './config-catalogue.js';
import { configSchema, FILE_KEYS, FUNCTION_KEYS, type RawConfig, STAGE_KEYS } from './keys.js';
import type { DomainKeys, ThrottleSettings } from './stage-keys.js';
import { SHAPE_CATALOGUE, type ShapeProblem } from './shape-catalogue.js';
import type { StageConfig } from './stage-config.js';

export const CONFIG_FILE = '.framework/config.json';

export type ConfigFile = Pick<PlacedJson, 'value' | 'placeOfKey' | 'placeOfValue'> & {
  readonly diagnostics: readonly Diagnostic[];
};

export type LoadedConfig = {
  /** The configuration of the stage; undefined if there are errors. */
  readonly config: StageConfig | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The file with its locations, for checks that also need other inputs; undefined if there is no file. */
  readonly file: ConfigFile | undefined;
  /** The configuration as written; empty if the file is not valid. */
  readonly raw: RawConfig;
};

/** Many times the length of a configuration with settings for each of a thousand functions. */
const MOST_CHARACTERS = 1_000_000;

/** Turns syntax errors and duplicate keys into diagnostics. */
export function parseConfigFile(text: string): ConfigFile {
  if (text.length > MOST_CHARACTERS) {
    const start = () => spanOf(CONFIG_FILE, text, { start: 0, end: 1 });
    const problem = diagnose(fileTooLarge, {}, { at: start() });
    return { value: undefined, placeOfKey: start, placeOfValue: start, diagnostics: [problem] };
  }
  const { problems, duplicates, ...file } = placeJson(CONFIG_FILE, text);
  return {
    ...file,
    diagnostics: [
      ...problems.map(({ message, at }) => diagnose(notJson, { message }, { at })),
      ...duplicates.map(({ key, first, at }) => {
        const related = [{ message: 'The first one is here.', at: first }];
        return diagnose(duplicateKey, { key }, { at, related });
      }),
    ],
  };
}

export type CheckedShape =
  | { readonly kind: 'right'; readonly config: RawConfig }
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** Validates the keys and values of the file, and reports all problems up to a maximum number. */
export function checkShape(file: ConfigFile): CheckedShape {
  const { value } = file;
  const passedOver = [...keysPassedOver(value, [])].slice(0, MOST_PROBLEMS);
  // Returns the value without defaults, because a stage inherits missing keys from the top level.
  if (passedOver.length === 0 && v.is(configSchema, value)) return { kind: 'right', config: value };
  // A value that several checks reject for the same reason is reported once.
  const seen = new Set<string>();
  const issues = (v.safeParse(configSchema, value).issues ?? []).filter((issue) => {
    const id = `${v.getDotPath(issue) ?? ''} ${issue.message}`;
    return !seen.has(id) && seen.add(id);
  });
  const diagnostics = [
    ...passedOver.map((path) => describeKey(path, file)),
    ...issues.slice(0, MOST_PROBLEMS).map((issue) => describeIssue(issue, file)),
  ];
  return { kind: 'wrong', diagnostics };
}

const MOST_PROBLEMS = 100;

/** The validator ignores these names, but an entry that has no effect must be reported. */
const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function* keysPassedOver(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (PASSED_OVER.has(key)) yield [...path, key];
    else if (typeof inner === 'object') yield* keysPassedOver(inner, [...path, key]);
  }
}

function describeKey(path: readonly string[], file: ConfigFile): Diagnostic {
  const named = { path: showPath(path), key: path.at(-1) ?? '', knownKeys: knownKeysAt(path) };
  const data = { ...named, value: undefined, expected: '', choices: [] };
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
    choices: choicesOf(issue),
    knownKeys: knownKeysAt(path),
  };
  return diagnose(SHAPE_CATALOGUE[problem], data, {
    at: isAboutKey ? file.placeOfKey(path) : file.placeOfValue(path),
  });
}

/** Parses the choices, which the validator lists as `("x" | "y")` or `(1 | 2)`. */
function choicesOf({ type, expected }: v.BaseIssue<unknown>): readonly string[] {
  if ((type !== 'picklist' && type !== 'values') || expected === null) return [];
  return [...expected.matchAll(/"([^"]*)"|\d+/g)].map(([whole, text = whole]) => text);
}

/** Descriptions of the schema's types, by the kind of check that failed. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  picklist: 'a string',
  custom: 'a mapping',
};

function showPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'config.json';
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
}

/** Settings whose value is a mapping with a fixed set of keys. */
const KEYS_OF_SETTINGS: Readonly<Partial<Record<string, readonly string[]>>> = {
  api_gateway_throttle: ['rate_limit', 'burst_limit'] satisfies (keyof ThrottleSettings)[],
  api_gateway_custom_domain: [
    'domain_name',
    'certificate_arn',
    'manage_domain',
    'tls_version',
    'url_prefix',
    'tags',
  ] satisfies (keyof DomainKeys)[],
};

/** Returns the valid keys at the level of the last key in the path; empty if the user chooses the names there. */
function knownKeysAt(path: readonly (string | number)[]): string[] {
  const parent = path.slice(0, -1);
  const ofFunction = Object.keys(FUNCTION_KEYS);
  if (parent.at(-2) === 'lambda_functions') return ofFunction;
  const ofStage = [...Object.keys(STAGE_KEYS), ...ofFunction];
  if (parent.length === 0) return [...Object.keys(FILE_KEYS), ...ofStage];
  const ofSetting = KEYS_OF_SETTINGS[String(parent.at(-1))];
  if (ofSetting && (parent.length === 1 || parent[0] === 'stages')) return [...ofSetting];
  return parent.length === 2 && parent[0] === 'stages' ? ofStage : [];
}
