// Generates the policy of a role, including the project's additions. `gen-policy` prints it; `plan` and `deploy` use it.
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import { generatePolicy } from '../../../compiler/policy/generate-policy.js';
import { withParameterPath } from '../../../compiler/policy/calls/libraries.js';
import type {
  SdkUses,
  GeneratedPolicy,
  PolicyDocument,
  PolicyStatement,
  GivenNeed,
} from '../../../compiler/policy/sdk-use.js';
import type { Project } from '../../project/open-project.js';
import { mappingOf, oneOrMore, textOf, textsOf } from '../../../compiler/json-values.js';
import { readPolicyFile, baseStatement } from './policy-file.js';
import type { PolicyScope } from './role-need.js';
import { type Compiler, createCompiler } from '../../../compiler/index.js';
import { readSdkUses } from '../../../compiler/sdk-uses.js';
import type { Manifest, EventEntry } from '../../../runtime/contract/manifest.js';
import { parameterPath } from '../../../runtime/contract/parameters.js';
import {
  appNameOf,
  functionKeys,
  stageOf,
  withNamedSources,
  openArn,
} from '../../config/cloud-names.js';
import type { StageConfig } from '../../config/stage-config.js';
import { resolveSource, type ResolvedSource, sourceNames } from '../../config/event-sources.js';
import { findPolled } from '../polled-sources/registry.js';
import type { SourceArn } from '../../../compiler/declarations/source-forms.js';

export type RolePolicyRequest = PolicyScope & {
  readonly project: Pick<Project, 'root' | 'files'>;
  readonly uses: SdkUses;
};

export type GeneratedRolePolicy = {
  readonly generated: GeneratedPolicy;
  readonly diagnostics: readonly Diagnostic[];
};

export function generateRolePolicy(request: RolePolicyRequest): GeneratedRolePolicy {
  const { project, functions, uses, hasVpc, hasTracing, only } = request;
  const { base, diagnostics } = readBasePolicy(project, only ? [only.key] : functions);
  const generated = generatePolicy({
    uses,
    functions,
    hasVpc,
    hasTracing,
    logsOf: only?.name,
    base,
    signingName: (packageName) => readSigningName(project, packageName),
  });
  return { generated, diagnostics: [...diagnostics, ...generated.diagnostics] };
}

const SCHEMES = 'dist-es/auth/httpAuthSchemeProvider.js';

export type AnalysedApp = {
  readonly project: Project;
  readonly config: StageConfig;
  readonly manifest: Manifest;
  /** The compiler that compiled the application, so that no file is read twice. */
  readonly compiler?: Compiler;
};

export function sdkUsesOf({ project, config, manifest, compiler }: AnalysedApp): SdkUses {
  const { root, files, settings } = project;
  // Functions may have different environment variables, so the calls are evaluated once for each function.
  const environments = functionKeys(manifest).map(
    (key) => config.functionConfig(key).settings.environment_variables,
  );
  const app = appNameOf(config, manifest);
  const { stage } = config;
  const { resources } = manifest;
  const resourceOwner = resources && { app, stage, resources };
  const source = { root, files, settings, environments, resourceOwner };
  const read = readSdkUses(compiler ?? createCompiler(), source);
  const location = stageOf({ app, config, region: '*' });
  const given = eventNeeds(withNamedSources(manifest, location), config);
  const path = parameterPath(app, stage);
  const found = { ...read, uses: withParameterPath(read.uses, path) };
  return given.length > 0 ? { ...found, given } : found;
}

/** Returns, for example, `states` for `@aws-sdk/client-sfn`; undefined if the package is missing or contains no name. */
function readSigningName(
  { root, files }: Pick<Project, 'root' | 'files'>,
  packageName: string,
): string | undefined {
  const text = files.readText(`${root}/node_modules/${packageName}/${SCHEMES}`);
  return /signingProperties:\s*\{\s*name:\s*"([a-z0-9-]+)"/.exec(text ?? '')?.[1];
}

/** The handwritten policy that is merged into every generated one. A function with its own role may have its own file. */
const BASE_POLICY_FILE = '.framework/policy-base.json';

/** Reads the base policy of a role. `functions` are the functions with this role; undefined for the whole application. */
function readBasePolicy(
  project: Pick<Project, 'root' | 'files'>,
  functions: readonly string[] | undefined,
): { readonly base?: PolicyDocument; readonly diagnostics: readonly Diagnostic[] } {
  const [name, ...others] = functions ?? [];
  const own = `.framework/policy-base-${name ?? ''}.json`;
  const isThere = (path: string): boolean => project.files.isFile(`${project.root}/${path}`);
  const isOwn = name !== undefined && others.length === 0 && isThere(own);
  const path = isOwn ? own : BASE_POLICY_FILE;
  if (!isOwn && !isThere(path)) return { diagnostics: [] };
  const read = readPolicyFile(project, path);
  if (read.kind === 'wrong') return { diagnostics: read.diagnostics };
  const statements = oneOrMore(mappingOf(read.document)['Statement']).map(readStatement);
  const Statement = statements.filter((statement) => statement !== undefined);
  return Statement.length === statements.length
    ? { base: { Version: '2012-10-17', Statement }, diagnostics: [] }
    : { diagnostics: [diagnose(baseStatement, { path })] };
}

/** Returns the statement with lists for single values; undefined for a statement with `NotAction` or `NotResource`. */
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
    // because IAM checks conditions, which are passed unchanged
    ...(Condition !== undefined && {
      Condition: Condition as PolicyStatement['Condition'] & object,
    }),
  };
}

/** Returns the permissions to read event sources: for the ARN of a source, or for its name in any account and region. */
export function eventNeeds(
  { events = [] }: Pick<Manifest, 'events'>,
  config: StageConfig,
): readonly GivenNeed[] {
  return events.flatMap((entry) =>
    sourceNames(entry).flatMap((reference) =>
      needsOf(resolveSource(reference, entry.function, config), entry),
    ),
  );
}

function needsOf(
  source: ResolvedSource,
  { function: name, member, at }: EventEntry,
): readonly GivenNeed[] {
  const { file, line } = at;
  const because = { kind: 'event', text: `@app.${member}`, at: { file, line } } as const;
  return permissionsOn(source).map((permission) => ({ ...permission, function: name, because }));
}

function permissionsOn({ kind: named, name, arn }: ResolvedSource): readonly Permission[] {
  if (named === 'destination') return notifyPermissions(arn);
  const found = findPolled(named);
  if (!found) return [];
  const { service, actions } = found.kind;
  const location = arn
    ? `arn:${arn.partition}:${service}:${arn.region}:${arn.account}`
    : `arn:*:${service}:*:*`;
  const resources = [`${location}:${found.form.read(name)}`];
  return actions.map((action) => ({ action, resources }));
}

type Permission = { readonly action: string; readonly resources: readonly string[] };

/** Returns the permissions for failed records: docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
function notifyPermissions(arn: SourceArn | undefined): readonly Permission[] {
  const text = arn ? openArn(arn) : '';
  switch (arn?.service) {
    case 'sqs':
      return [{ action: 'sqs:SendMessage', resources: [text] }];
    case 'sns':
      return [{ action: 'sns:Publish', resources: [text] }];
    case 's3':
      return [
        { action: 's3:ListBucket', resources: [text] },
        { action: 's3:PutObject', resources: [`${text}/*`] },
      ];
    default:
      return [];
  }
}
