// `framework cloud`: runs the project's local cloud in the foreground.
import { realpathSync } from 'node:fs';
import { diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import {
  type CommandInput,
  ExitCode,
  isGiven,
  optionalNumber,
  optionalText,
} from '../program/command.js';
import { aborted } from '../program/time-limit.js';
import { openProject } from '../project/open-project.js';
import { cloudIsRunning } from '../serve/local-cloud/cloud-catalogue.js';
import {
  ADDRESS,
  findRunningCloud,
  holderOfCloud,
  readCloudFile,
  type RunningCloud,
  type Stopped,
  stopLocalCloud,
} from '../serve/local-cloud/running-cloud.js';
import { fail, refuse, report } from './failure.js';

/** The services that `framework cloud` lists when it starts. */
const HAS = [
  'API Gateway (REST APIs)',
  'Lambda',
  'IAM',
  'DynamoDB with streams',
  'SQS',
  'SNS',
  'S3',
  'EventBridge',
  'Scheduler',
  'Kinesis',
  'SSM parameters',
  'CloudWatch Logs',
  'STS',
] as const;
const LEAVES_OUT = [
  'VPCs',
  'KMS keys',
  'layers',
  'function URLs',
  'Cognito',
  'custom certificates',
  'metrics and alarms',
] as const;

export async function run(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, environment, terminal } = input;
  const root = realpathSync(projectDirectory);
  const options = ['port', 'keep', 'region'].filter((name) => isSet(input, name));
  if (isGiven(input, 'stop')) return stop(input, root, options);
  const opened = openProject(projectDirectory);
  if ('diagnostics' in opened) return fail(input, opened.diagnostics);
  const other = await findRunningCloud(root);
  if (other && options.length === 0) {
    show(input, other);
    terminal.err.write(`It is already running (process ${other.pid}). ${HOW_TO_END}\n`);
    return ExitCode.ok;
  }
  if (other) return fail(input, [diagnose(cloudIsRunning, other)]);
  const pid = await holderOfCloud(root);
  if (pid !== undefined && readCloudFile(root)?.pid === pid)
    return fail(input, [diagnose(cloudIsRunning, { pid, url: undefined })]);
  let onLost: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    onLost = resolve;
  });
  const { serveCloud } = await import('../serve/local-cloud/serve-cloud.js');
  const served = await serveCloud(root, {
    region:
      optionalText(input, 'region') ??
      (environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1'),
    port: optionalNumber(input, 'port'),
    keep: isGiven(input, 'keep'),
    onLost,
    onUnwritable: (reason) => {
      terminal.err.write(
        `The state of the cloud cannot be saved: ${reason}. The cloud keeps running.\n`,
      );
    },
  });
  if (served.kind === 'failed') return fail(input, served.diagnostics);
  report(input, served.warnings);
  show(input, served.running);
  terminal.err.write(`Press Ctrl-C or run \`framework cloud --stop\` to stop it.\n`);
  const reason = await Promise.race([lost, aborted(input.signal)]);
  if (reason !== undefined) terminal.err.write(`The cloud stops, because ${reason}.\n`);
  await served.close();
  return ExitCode.ok;
}

const HOW_TO_END = 'Run `framework cloud --stop` to stop it.';

function isSet({ options }: CommandInput, name: string): boolean {
  return options[name] !== undefined && options[name] !== false;
}

async function stop(
  input: CommandInput,
  root: string,
  others: readonly string[],
): Promise<ExitCode> {
  const { terminal } = input;
  if (others.length > 0) {
    const message = `\`--stop\` stops the running cloud, so it cannot be combined with \`--${others[0] ?? ''}\`.`;
    return refuse(input, { message, help: 'framework cloud --help' });
  }
  const stopped = await stopLocalCloud(root);
  if (stopped?.kind === 'silent') {
    const problem = diagnose(cloudIsRunning, { pid: stopped.pid, url: undefined });
    return fail(input, [problem]);
  }
  if (isGiven(input, 'json')) {
    terminal.out.write(indentedJson({ version: 1, stopped: stopped?.cloud.url ?? null }));
  } else {
    terminal.err.write(`${endOf(stopped)}\n`);
  }
  return ExitCode.ok;
}

function endOf(stopped: Extract<Stopped, { readonly kind: 'ended' }> | undefined): string {
  if (!stopped) return 'No cloud of this project is running.';
  const { cloud, isKilled, isKept } = stopped;
  const isCut = cloud.isKept && !isKept;
  return [
    `Ended ${cloud.url}.`,
    ...(isKilled ? ['It did not stop in time, so its process was killed.'] : []),
    ...(isKept ? ['Its state is saved.'] : []),
    ...(isCut ? ['Its last changes may not be saved.'] : []),
  ].join(' ');
}

/** Prints the environment variables on stdout, in `export` syntax or as JSON, and a summary on stderr. */
function show(input: CommandInput, cloud: RunningCloud): void {
  const { out, err } = input.terminal;
  const { url, region, pid, isKept, environment, startedAt } = cloud;
  if (isGiven(input, 'json')) {
    const account = '000000000000';
    const document = { version: 1, url, account, region, pid, isKept, startedAt, environment };
    out.write(indentedJson({ ...document, has: HAS, leavesOut: LEAVES_OUT }));
    return;
  }
  err.write(
    [
      `${ADDRESS}${url}`,
      `  region ${region}, account 000000000000, state ${isKept ? 'saved in .framework/cloud/' : 'in memory'}`,
      `  supported: ${HAS.join(', ')}`,
      `  not supported: ${LEAVES_OUT.join(', ')}`,
      'Deploy to it with `framework deploy --local`. Other programs reach it with these environment variables:',
      '',
    ].join('\n'),
  );
  for (const [name, value] of Object.entries(environment)) out.write(`export ${name}=${value}\n`);
}
