// Reads a handwritten policy: `policy-<stage>.json`, `iam_policy_file`, or `policy.json` (specification 2.6, 2.7). It checks
// only the structure, so that a mistake is reported with its line. Anything that IAM accepts is allowed.
import { isMapping, type Mapping, mappingOf } from '../../../compiler/json-values.js';
import { compareTexts } from '../../../compiler/groups.js';
import {
  type Diagnostic,
  diagnose,
  code,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { apiPolicyPath } from '../../config/api-problems.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { Project } from '../../project/open-project.js';
import { type KeyPath, placeJson } from '../../project/placed-json.js';

export const policyFileMissing: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4050',
  severity: 'error',
  title: 'The policy file that replaces the generated policy does not exist',
  message: ({ path }) =>
    `The file ${code(path)}, which should contain the policy of the role, does not exist.`,
  hint: ({ path }) => `Create it with \`framework gen-policy > ${path}\`, and edit it as needed.`,
};

export const policyNotJson: CatalogueEntry<{ readonly path: string; readonly message: string }> = {
  code: 'FW4051',
  severity: 'error',
  title: 'A policy file is not valid JSON',
  message: ({ path, message }) => `The policy ${code(path)} is not valid JSON: ${message}.`,
  hint: () =>
    'JSON allows only double quotes, and neither comments nor a comma after the last entry.',
};

export const notPolicy: CatalogueEntry<{
  readonly path: string;
  /** The path of the part with the problem, such as `Statement[0].Action`; empty for the whole document. */
  readonly part: string;
  readonly expected: string;
}> = {
  code: 'FW4052',
  severity: 'error',
  title: 'A policy file is not a policy document',
  message: ({ path, part, expected }) =>
    part === ''
      ? `The policy ${code(path)} must be ${expected}.`
      : `${code(part)} of the policy ${code(path)} must be ${expected}.`,
  hint: () =>
    'Use the format that `framework gen-policy` prints: `Version`, and `Statement` with `Effect`, `Action` and `Resource`.',
};

export const baseStatement: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4053',
  severity: 'error',
  title: 'A statement in the base policy does not name its actions and resources',
  message: ({ path }) =>
    `Every statement of ${code(path)} must name its actions and resources, because it is combined with the generated statements.`,
  hint: () => 'Write `Action` and `Resource` instead of `NotAction` and `NotResource`.',
};

export type PolicyFile =
  | { readonly kind: 'read'; readonly document: unknown }
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** `role`: what a role is allowed to do. `resource`: who may use a resource. */
export type PolicyOf = 'role' | 'resource';

/** Reads the policy at a path relative to the project directory: the whole file, or one of its members. */
export function readPolicyFile(
  { root, files }: Pick<Project, 'root' | 'files'>,
  path: string,
  { of = 'role', member }: { readonly of?: PolicyOf; readonly member?: string | undefined } = {},
): PolicyFile {
  const text = files.readText(`${root}/${path}`);
  if (text === undefined) return wrong([diagnose(policyFileMissing, { path })]);
  const file = placeJson(path, text);
  const problems = file.problems.map(({ message, at }) =>
    diagnose(policyNotJson, { path, message }, { at }),
  );
  if (problems.length > 0) return wrong(problems);
  const document = member === undefined ? file.value : mappingOf(file.value)[member];
  const before = member === undefined ? [] : [member];
  const diagnostics = findSlips(document, of).map((slip) => {
    const keys = [...before, ...slip.at];
    const at = document === undefined ? undefined : file.placeOfValue(keys);
    return diagnose(notPolicy, { path, part: pathText(keys), expected: slip.expected }, { at });
  });
  return diagnostics.length > 0 ? wrong(diagnostics) : { kind: 'read', document };
}

function wrong(diagnostics: readonly Diagnostic[]): PolicyFile {
  return { kind: 'wrong', diagnostics };
}

type Slip = { readonly at: KeyPath; readonly expected: string };

function findSlips(document: unknown, of: PolicyOf): Slip[] {
  if (!isMapping(document))
    return [{ at: [], expected: 'a mapping with `Version` and `Statement`' }];
  const statements = document['Statement'];
  const list: [KeyPath, unknown][] = Array.isArray(statements)
    ? statements.map((statement, index) => [['Statement', index], statement])
    : [[['Statement'], statements]];
  return [
    ...(VERSIONS.includes(document['Version'])
      ? []
      : [{ at: ['Version'], expected: '`"2012-10-17"`' }]),
    ...list.flatMap(([path, statement]) => findStatementSlips(path, statement, of)),
  ];
}

const VERSIONS: readonly unknown[] = ['2012-10-17', '2008-10-17', undefined];

function findStatementSlips(path: KeyPath, statement: unknown, of: PolicyOf): Slip[] {
  if (!isMapping(statement))
    return [{ at: path, expected: 'a mapping with `Effect`, `Action` and `Resource`' }];
  const effect = statement['Effect'];
  const known = of === 'role' ? STATEMENT_KEYS : [...STATEMENT_KEYS, ...PRINCIPALS];
  const unknown = Object.keys(statement).filter((key) => !known.includes(key));
  const isForNobody = PRINCIPALS.every((key) => statement[key] === undefined);
  return [
    ...(effect === 'Allow' || effect === 'Deny'
      ? []
      : [{ at: [...path, 'Effect'], expected: '`"Allow"` or `"Deny"`' }]),
    ...(of === 'resource' && isForNobody
      ? [{ at: [...path, 'Principal'], expected: '`"*"` or a mapping of the principals' }]
      : []),
    ...findListSlip(path, statement, 'Action'),
    ...findListSlip(path, statement, 'Resource'),
    ...unknown.map((key) => ({
      at: [...path, key],
      expected: `omitted: the policy of a ${of} has no such key`,
    })),
  ];
}

/** The keys that only resource policies have. They say to whom the statement applies. */
const PRINCIPALS: readonly string[] = ['Principal', 'NotPrincipal'];

const STATEMENT_KEYS: readonly string[] = [
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
];

/** Checks that `Action` or `NotAction`, or `Resource` or `NotResource`, is a string or a list of strings. */
function findListSlip(path: KeyPath, statement: Mapping, key: 'Action' | 'Resource'): Slip[] {
  const name = statement[key] === undefined ? `Not${key}` : key;
  const value = statement[name];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > 0 && items.every((item) => typeof item === 'string')) return [];
  const at = [...path, value === undefined ? key : name];
  return [{ at, expected: 'a string or a list of strings' }];
}

/** Returns the path of a value in the document, for example `Statement[0].Action`. */
function pathText(path: KeyPath): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return text.replace(/^\./, '');
}

export type ApiPolicy = {
  /** The parsed policy; undefined if there is none. */
  readonly policy: unknown;
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads the API's resource policy from the file that `api_gateway_policy_file` names. The policy says who may call the API. */
export function readApiPolicy(
  project: Pick<Project, 'root' | 'files'>,
  { settings }: StageConfig,
): ApiPolicy {
  const file = settings.api_gateway_policy_file;
  if (file === undefined) return { policy: undefined, diagnostics: [] };
  const read = readPolicyFile(project, apiPolicyPath(file), { of: 'resource' });
  return read.kind === 'wrong'
    ? { policy: undefined, diagnostics: read.diagnostics }
    : { policy: read.document, diagnostics: [] };
}

type Rewrite = (text: string) => string;

/** Ignores the order of members and lists; a single value equals a list of one. `rewrite` converts texts to the same form. */
export function isSamePolicy(
  left: unknown,
  right: unknown,
  rewrite: Rewrite = (text) => text,
): boolean {
  return JSON.stringify(canonical(left, rewrite)) === JSON.stringify(canonical(right, rewrite));
}

function canonical(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => canonical(item, rewrite));
    if (items.length === 1) return items[0];
    return items.toSorted((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)));
  }
  if (!isMapping(value)) return value;
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, canonical(entry, rewrite)] as const)
    .toSorted(([left], [right]) => compareTexts(left, right));
  const [only] = entries;
  // The principal `{ "AWS": "*" }` means everyone, like `"*"`.
  return entries.length === 1 && only?.[0] === 'AWS' && only[1] === '*'
    ? '*'
    : Object.fromEntries(entries);
}
