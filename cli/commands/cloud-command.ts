// Shared by all commands that change AWS resources: connects to AWS, turns AWS errors into diagnostics, and gives running calls
// a moment to end after Ctrl-C.
import { existsSync, realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { findEntry } from '../../compiler/modules/candidate-files.js';
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { connect } from '../cloud/connect.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import {
  type CommandInput,
  ExitCode,
  isGiven,
  type LoadedCommand,
  optionalText,
  textOption,
} from '../program/command.js';
import { posixPath } from '../project/disk.js';
import type { TextStream } from '../terminal/terminal.js';
import { createWaitNotices, type WaitNotices } from '../terminal/step-list.js';
import { withOptions } from './command-texts.js';
import { fail, refuse } from './failure.js';
import { takeLock } from '../ship/deploy/deploy-lock.js';
import type { PrepareOptions } from '../ship/deploy/prepare-deploy.js';

/** Milliseconds until running calls are aborted after Ctrl-C. The next run detects whether an aborted upload succeeded. */
const GRACE = 3000;

/** Runs `work` with the AWS account or local cloud that the options and the environment select. */
export function withCloud(
  input: CommandInput,
  work: (cloud: Cloud, notices: WaitNotices) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withIdleCloud(input, (cloud, notices, listen) => {
    listen();
    return work(cloud, notices);
  });
}

/**
 * Like `withCloud`, but until `listen` is called, Ctrl-C ends the process immediately, even during synchronous work.
 * `findProblems` is called if there is no region or profile, and returns the other problems to report.
 */
export async function withIdleCloud(
  input: CommandInput,
  work: (cloud: Cloud, notices: WaitNotices, listen: () => void) => Promise<ExitCode>,
  findProblems: () => readonly Diagnostic[] = () => [],
): Promise<ExitCode> {
  const { environment, terminal } = input;
  const stop = new AbortController();
  const notices = createWaitNotices((text) => terminal.err.write(`${text}\n`));
  const target = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  let cloud: Cloud | undefined;
  try {
    const { waitFor } = notices;
    cloud = connect({ environment, signal: stop.signal, waitFor, ...target });
    return await work(cloud, notices, () => abortLater(stop, input.signal));
  } catch (error) {
    if (input.signal.aborted) {
      terminal.err.write('Interrupted. Nothing was changed.\n');
      return ExitCode.interrupted;
    }
    if (!(error instanceof CloudError)) throw error;
    const others = cloud ? [] : findProblems();
    return fail(input, [...others, explainCloudError(error, cloud ?? target)], cloudExitCode());
  } finally {
    cloud?.close();
  }
}

/** Returns the options of `prepareDeploy` that come from the command line. */
export function loadOptions(
  input: CommandInput,
): Pick<PrepareOptions, 'directory' | 'stage' | 'autogenPolicy'> {
  return {
    directory: input.projectDirectory,
    stage: textOption(input, 'stage'),
    autogenPolicy: !isGiven(input, 'no-autogen-policy'),
  };
}

export type LocalRun = LoadedCommand & {
  readonly optionOf: OptionOf;
  /** True if the command starts a local cloud when none is running; otherwise it reports an error. */
  readonly startsCloud: boolean;
};

/** Runs a command with the local cloud in place of AWS. No account can be reached: credentials and profiles are not read. */
export async function inLocalCloud(
  input: CommandInput,
  option: 'local' | 'cloud',
  { run, prepare, optionOf, startsCloud }: LocalRun,
): Promise<ExitCode> {
  const { terminal, environment } = input;
  const other = ['profile', ...(option === 'cloud' ? ['local'] : [])].find(
    (name) => (input.options[name] ?? false) !== false,
  );
  if (other !== undefined) {
    const message = `\`--${option}\` uses the local cloud, so it cannot be combined with \`--${other}\`.`;
    return refuse(input, { message, help: 'framework cloud --help' });
  }
  const { CLOUD_RECORDS, connectLocalCloud, withoutAws } =
    await import('../serve/local-cloud/running-cloud.js');
  const region =
    optionalText(input, 'region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
  if (startsCloud) {
    // Create nothing in a folder without a project.
    const root = realpathSync(input.projectDirectory);
    if (findEntry(posixPath(root), existsSync) === undefined) {
      const { loadApp } = await import('../app/load-app.js');
      const { diagnostics } = loadApp({ directory: root, stage: textOption(input, 'stage') });
      return fail(input, diagnostics);
    }
  }
  const texts = {
    records: CLOUD_RECORDS,
    terminal: {
      ...terminal,
      // Only messages are changed: stdout can contain text of the application, such as its logs.
      err: namingOptions(terminal.err, optionOf),
    },
  };
  // Nothing is started for a command that is then refused.
  const rest = (await prepare?.(changedInput(input, texts))) ?? run;
  if (typeof rest === 'number') return rest;
  const connected = await connectLocalCloud(realpathSync(input.projectDirectory), {
    environment,
    region: region === '' ? undefined : region,
    mayStart: startsCloud,
  });
  if (connected.kind === 'failed') return fail(input, connected.diagnostics);
  const { cloud, isStarted, said } = connected;
  if (isStarted) {
    terminal.err.write(
      `${said}Started a local cloud at ${cloud.url}. Run \`framework cloud --stop\` to stop it.\n`,
    );
  }
  const local = changedInput(input, {
    ...texts,
    environment: { ...withoutAws(environment), ...cloud.environment },
  });
  // The SDK clients read settings from the files that these variables name.
  const before = process.env;
  const files = { AWS_CONFIG_FILE: devNull, AWS_SHARED_CREDENTIALS_FILE: devNull };
  process.env = { ...withoutAws(process.env), ...files };
  try {
    return await rest(local);
  } finally {
    process.env = before;
  }
}

/** Returns a changed copy of the input. `signal` is a getter that must not be evaluated yet. */
function changedInput(input: CommandInput, changes: Partial<CommandInput>): CommandInput {
  return Object.defineProperties(
    { ...changes } as CommandInput, // because the next line adds the other properties
    { ...Object.getOwnPropertyDescriptors(input), ...Object.getOwnPropertyDescriptors(changes) },
  );
}

type OptionOf = (command: string) => 'local' | 'cloud' | undefined;

/** Adds `--local` or `--cloud` to commands in messages, so that a copied command does not reach a real account. */
function namingOptions(stream: TextStream, optionOf: OptionOf): TextStream {
  const withOption = (text: string): string =>
    withOptions(text, (command) => {
      const option = optionOf(command);
      return option === undefined ? [] : [`--${option}`];
    });
  return Object.create(stream, {
    write: { value: (text: string) => stream.write(withOption(text)) },
  }) as TextStream; // because it inherits all other members from `stream`
}

/** `notices` tells the user what a call is waiting for. */
export type CloudSession = { readonly cloud: Cloud; readonly notices: WaitNotices };

/** Aborts `stop` once a grace period has passed after `signal` aborts. */
function abortLater(stop: AbortController, signal: AbortSignal): void {
  const onAbort = (): void => {
    setTimeout(() => stop.abort(), GRACE).unref();
  };
  if (signal.aborted) stop.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
}

/** Runs `work` with the lock of the stage, or reports the process that holds it. */
export async function withStageLock(
  input: CommandInput,
  root: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = await takeLock(root, textOption(input, 'stage'), input.records);
  if (lock.kind === 'refused') return fail(input, lock.diagnostics);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
