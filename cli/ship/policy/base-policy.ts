// The handwritten policy that is merged into every generated one: `.framework/policy-base.json`. A function with its own
// role may have its own file, `.framework/policy-base-<function>.json`, which replaces the general one.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { mappingOf, oneOrMore, textOf, textsOf } from '../../../compiler/json-values.js';
import type { Project } from '../../project/open-project.js';
import { baseStatement } from './policy-catalogue.js';
import { readPolicyFile } from './policy-file.js';
import type { PolicyDocument, PolicyStatement } from '../../../compiler/policy/generated-policy.js';

const BASE_POLICY_FILE = '.framework/policy-base.json';

export type BasePolicy = {
  /** Undefined when there is no file, or when it has an error. */
  readonly base: PolicyDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** The base policy of a role. `functions` are those with this role; undefined for the whole application. */
export function readBasePolicy(
  project: Pick<Project, 'root' | 'files'>,
  functions: readonly string[] | undefined,
): BasePolicy {
  const [name, ...others] = functions ?? [];
  const own = `.framework/policy-base-${name ?? ''}.json`;
  const isThere = (path: string): boolean => project.files.isFile(`${project.root}/${path}`);
  const isOwn = name !== undefined && others.length === 0 && isThere(own);
  const path = isOwn ? own : BASE_POLICY_FILE;
  if (!isOwn && !isThere(path)) return { base: undefined, diagnostics: [] };
  const read = readPolicyFile(project, path);
  if (read.kind === 'wrong') return { base: undefined, diagnostics: read.diagnostics };
  const statements = oneOrMore(mappingOf(read.document)['Statement']).map(readStatement);
  const Statement = statements.filter((statement) => statement !== undefined);
  return Statement.length === statements.length
    ? { base: { Version: '2012-10-17', Statement }, diagnostics: [] }
    : {
        base: undefined,
        diagnostics: [diagnose(baseStatement, { path }, { at: undefined })],
      };
}

/** The statement with lists and all members; undefined for one with `NotAction` or `NotResource`. */
function readStatement(value: unknown): PolicyStatement | undefined {
  const statement = mappingOf(value);
  const Action = textsOf(statement['Action']);
  const Resource = textsOf(statement['Resource']);
  if (Action.length === 0 || Resource.length === 0) return undefined;
  const Condition = statement['Condition'];
  return {
    Sid: textOf(statement['Sid']),
    Effect: statement['Effect'] === 'Deny' ? 'Deny' : 'Allow',
    Action,
    Resource,
    // because the form of a condition is IAM's to check, and it goes there as it is written
    ...(Condition !== undefined && {
      Condition: Condition as PolicyStatement['Condition'] & object,
    }),
  };
}
