// Deploys small applications whose code, routes and settings change independently, and reads what the cloud runs.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { type CommandRun, framework, type RunSettings } from './deployments.js';

export type Release = {
  readonly code: string;
  /** Whether the route requires a key. */
  readonly isLocked?: boolean;
  /** The path of an additional route. */
  readonly path?: string;
  /** The timeout, in seconds. */
  readonly timeout?: number;
  /** Lambda functions in addition to the views. */
  readonly functions?: readonly string[];
};

export type Machine = { readonly cloud: TestCloud; readonly cwd: string };

export function writeRelease({ cwd }: Machine, release: Release): void {
  writeFileSync(join(cwd, 'app.ts'), sourceOf(release));
  const { timeout: lambda_timeout = 30 } = release;
  const config = { version: '2.0', lambda_timeout };
  writeFileSync(join(cwd, '.framework/config.json'), JSON.stringify(config));
}

function sourceOf({ code, isLocked = false, path, functions = [] }: Release): string {
  const more =
    path === undefined ? '' : `\n  @app.route('${path}')\n  more() { return '${code}'; }`;
  const own = functions.map(
    (name) =>
      `export const ${name} = app.lambdaFunction()(function ${name}() { return '${code}'; });\n`,
  );
  return `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
export class Views {
  @app.route('/', { apiKeyRequired: ${isLocked} })
  view() { return { answer: '${code}' }; }${more}
}
${own.join('')}`;
}

/** Deploys a release; throws if that fails. */
export async function deploy(machine: Machine, release: Release): Promise<CommandRun> {
  writeRelease(machine, release);
  const result = await framework('deploy --allow-delete', machine);
  if (result.exitCode !== 0) throw new Error(result.err);
  return result;
}

export function loseRecord({ cwd }: Machine): void {
  rmSync(join(cwd, '.framework/deployed'), { recursive: true, force: true });
}

export type Running = {
  /** The hash of the code. */
  readonly sha256: string;
  /** The API's paths, with what each one requires. */
  readonly routes: string;
  readonly timeout: number;
  readonly description: string;
};

/** Returns what the stage `dev` runs. */
export async function runningIn(cloud: TestCloud): Promise<Running> {
  const { lambda, apiGateway } = createClients(cloud);
  const [configuration, apis] = await Promise.all([
    lambda.getFunctionConfiguration({ FunctionName: 'helloworld-dev' }),
    apiGateway.getRestApis({}),
  ]);
  const { body } = await apiGateway.getExport({
    restApiId: apis.items?.[0]?.id ?? '',
    stageName: 'api',
    exportType: 'oas30',
    accepts: 'application/json',
    parameters: { extensions: 'apigateway' },
  });
  const { paths } = JSON.parse(Buffer.from(body ?? []).toString()) as { paths: object }; // because it is OpenAPI
  return {
    sha256: configuration.CodeSha256 ?? '',
    routes: JSON.stringify(paths),
    timeout: configuration.Timeout ?? 0,
    description: configuration.Description ?? '',
  };
}

/** Runs a command that is killed during its `at`-th call, whether or not that call is executed. */
export async function runKilled(
  line: string,
  settings: RunSettings,
  { at, isCarriedOut }: { readonly at: number; readonly isCarriedOut: boolean },
): Promise<CommandRun> {
  const killed = new AbortController();
  const kind = isCarriedOut ? 'kill-after' : 'kill-before';
  const onKill = (): void => {
    killed.abort();
  };
  settings.cloud.arm({ kind, at, onKill });
  const result = await framework(line, { ...settings, signal: killed.signal });
  settings.cloud.disarm();
  return result;
}
