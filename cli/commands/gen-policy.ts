// `framework gen-policy`: prints the policy that the code needs, or the policy that a person or job needs to deploy
// (specification 1.4, 2.7).
import { sortDiagnostics, codeList, nearestName } from '../../compiler/diagnostics/diagnostic.js';
import { groupBy } from '../../compiler/groups.js';
import { createCompiler } from '../../compiler/index.js';
import { indentedJson } from '../../compiler/json-values.js';
import { diagnosticSources } from '../project/project-files.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import {
  ExitCode,
  isGiven,
  optionalText,
  textOption,
  type CommandInput,
} from '../program/command.js';
import type { Manifest, SourcePosition } from '../../runtime/contract/manifest.js';
import { resourceArn } from '../../runtime/contract/resources.js';
import { appNameOf, functionKeys } from '../config/cloud-names.js';
import { API_HANDLER, type StageConfig } from '../config/stage-config.js';
import { deployerPolicy } from '../ship/deploy/deployer-policy.js';
import { readRecord } from '../ship/deploy/state-file.js';
import { generateRolePolicy, sdkUsesOf } from '../ship/policy/generate-role-policy.js';
import { type PolicyScope, roleNeeds, scopeOfFunction } from '../ship/policy/role-need.js';
import { deployerScope } from '../ship/stage/deployer-scope.js';
import { renderPolicyReasons } from '../terminal/policy-reasons.js';
import { fail, refuse } from './failure.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';
import type { UsageError } from '../program/usage-error.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, workingDirectory, terminal } = input;
  const clash = clashOf(input);
  if (clash) return refuse(input, clash);
  const compiler = createCompiler();
  const stage = textOption(input, 'stage');
  const app = loadApp({ directory: projectDirectory, stage, compiler, isForDeploy: true });
  const sources = diagnosticSources(projectDirectory, workingDirectory);
  const { project, config, compilation } = app;
  const manifest = compilation?.manifest;
  if (hasErrors(app.diagnostics) || !project || !config || !manifest)
    return fail(input, app.diagnostics);
  if (isGiven(input, 'deployer')) {
    const region = optionalText(input, 'region') ?? '*';
    const record = await readRecord(project.root, config.stage);
    const scope = deployerScope(manifest, config, { region, record });
    const document = deployerPolicy(scope, isGiven(input, 'read-only') ? 'plan' : 'deploy');
    terminal.out.write(indentedJson(document));
    return ExitCode.ok;
  }
  const name = input.options['function'];
  const keys = functionKeys(manifest);
  if (typeof name === 'string' && !keys.includes(name))
    return refuse(input, unknownFunction(name, keys));
  const { settings } = config;
  // One policy for all functions, or one for each function, by key.
  const isDivided = settings.role_per_function && name === undefined;
  const asked = typeof name === 'string' ? [name] : isDivided ? keys : [];
  const scopes: readonly PolicyScope[] = asked.map((key) => scopeOfFunction(key, manifest, config));
  const hasVpc = roleNeeds(manifest, config).some((need) => need.hasVpc);
  const whole = { functions: undefined, hasVpc, hasTracing: settings.xray };
  const uses = sdkUsesOf({ project, config, manifest, compiler });
  const found = (asked.length > 0 ? scopes : [whole]).map((scope) =>
    generateRolePolicy({ ...scope, project, uses }),
  );
  const problems = found.flatMap((one) => one.diagnostics);
  const each = groupBy(problems, (one) => JSON.stringify(one)).values();
  const diagnostics = sortDiagnostics([...each].flatMap(([one]) => one ?? []));
  if (hasErrors(diagnostics)) return fail(input, diagnostics);
  const policies = found.map(({ generated }) => generated);
  if (isGiven(input, 'json')) {
    const rows = policies.map(({ document, reasons }) => ({ document, reasons }));
    const content = isDivided ? { policies: byKey(keys, rows) } : rows[0];
    terminal.out.write(indentedJson({ version: 1, ...content, diagnostics }));
    return ExitCode.ok;
  }
  if (diagnostics.length > 0) printDiagnostics(terminal, diagnostics, sources);
  if (isGiven(input, 'explain')) {
    const tables = policies.map(({ reasons }, index) => {
      const table = renderPolicyReasons(reasons, {
        sources,
        declarationOf: (arn) => declarationOf(arn, manifest, config),
        look: terminal.out,
      });
      return isDivided ? `${keys[index] ?? ''}\n${table}` : table;
    });
    terminal.out.write(tables.join('\n'));
    return ExitCode.ok;
  }
  const documents = policies.map(({ document }) => document);
  terminal.out.write(indentedJson(isDivided ? byKey(keys, documents) : documents[0]));
  return ExitCode.ok;
}

function byKey<Value>(
  keys: readonly string[],
  values: readonly Value[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(values.map((value, index) => [keys[index] ?? '', value]));
}

/** Returns the declaration of the resource that an ARN in a policy refers to. */
function declarationOf(
  arn: string,
  manifest: Manifest,
  config: StageConfig,
): SourcePosition | undefined {
  const any = { account: '*', region: '*', partition: '*' };
  const stage = { app: appNameOf(config, manifest), stage: config.stage, ...any };
  return manifest.resources?.find((resource) => {
    const own = resourceArn(resource, stage);
    return arn === own || arn.startsWith(`${own}/`);
  })?.at;
}

/** Finds options that cannot be combined with `--deployer`, and options that need it. */
function clashOf(input: CommandInput): UsageError | undefined {
  const help = 'framework gen-policy --help';
  const isDeployer = isGiven(input, 'deployer');
  const given = Object.keys(input.options).filter((name) => {
    const value = input.options[name];
    return value === true || (typeof value === 'string' && value !== '');
  });
  const wrong = given.filter((name) => (isDeployer ? OF_FUNCTIONS : OF_DEPLOYER).includes(name));
  if (wrong.length === 0) return undefined;
  const options = codeList(wrong.map((name) => `--${name}`));
  const message = isDeployer
    ? `${options} and \`--deployer\` cannot be combined.`
    : `${options} needs \`--deployer\`.`;
  return { message, help };
}

const OF_FUNCTIONS: readonly string[] = ['function', 'explain', 'json'];
const OF_DEPLOYER: readonly string[] = ['read-only', 'region'];

function unknownFunction(name: string, keys: readonly string[]): UsageError {
  const near = nearestName(name, keys);
  return {
    message: `There is no function \`${name}\`.`,
    hint:
      near === undefined
        ? `The application has ${codeList(keys)}; \`${API_HANDLER}\` is the function that serves the routes.`
        : `Run \`framework gen-policy --function ${near}\`.`,
    help: 'framework gen-policy --help',
  };
}
