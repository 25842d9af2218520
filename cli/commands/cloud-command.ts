// What every command has in common that changes the cloud: it is connected, what the cloud refuses becomes a diagnostic, and
// Ctrl-C leaves running calls a moment to end.
import { existsSync, realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import { findEntry } from '../../compiler/modules/candidate-files.js';
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { connect } from '../cloud/connect.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import {
  type CommandInput,
  type CommandRun,
  ExitCode,
  isGiven,
  optionalText,
  textOption,
} from '../program/command.js';
import { refuseUsage } from '../program/usage-error.js';
import { posixPath } from '../project/disk.js';
import type { TextStream } from '../terminal/terminal.js';
import { createWaitNotices, type WaitNotices } from '../terminal/wait-notices.js';
import { fail } from './failure.js';
import { takeLock } from '../ship/deploy/deploy-lock.js';

/** Milliseconds that running calls get after Ctrl-C. It may abort an upload; the next run finds out whether that succeeded. */
const GRACE = 3000;

/** Runs `work` with the cloud that the options and the environment name. */
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
 * The same for work that does not begin with calls. `listen` handles Ctrl-C, which until then ends the process immediately,
 * even during synchronous work.
 */
export async function withIdleCloud(
  input: CommandInput,
  work: (cloud: Cloud, notices: WaitNotices, listen: () => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { environment, terminal } = input;
  const stop = new AbortController();
  const notices = createWaitNotices((text) => terminal.err.write(`${text}\n`));
  const place = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  let cloud: Cloud | undefined;
  try {
    const { waitFor } = notices;
    cloud = connect({ environment, signal: stop.signal, waitFor, ...place });
    return await work(cloud, notices, () => {
      abortLater(stop, input.signal);
    });
  } catch (error) {
    if (input.signal.aborted) return interruptedBefore(input);
    if (!(error instanceof CloudError)) throw error;
    return fail(input, [explainCloudError(error, cloud ?? place)], cloudExitCode());
  } finally {
    cloud?.close();
  }
}

export type LocalRun = {
  readonly run: CommandRun;
  readonly optionOf: OptionOf;
  /** Without a cloud the command starts one; else that is its problem. */
  readonly startsCloud: boolean;
};

/**
 * Runs a command as if the account were the cloud on this machine. Whatever the environment and the files of AWS say, nothing
 * else is reached: credentials, profiles and proxies are not read, and records are kept apart.
 */
export async function inLocalCloud(
  input: CommandInput,
  option: 'local' | 'cloud',
  { run, optionOf, startsCloud }: LocalRun,
): Promise<ExitCode> {
  const { terminal, environment } = input;
  const other = ['profile', ...(option === 'cloud' ? ['local'] : [])].find(
    (name) => (input.options[name] ?? false) !== false,
  );
  if (other !== undefined) {
    const message = `\`--${option}\` uses the cloud on this machine, so it takes no \`--${other}\`.`;
    return refuseUsage(
      terminal,
      { message, help: 'framework cloud --help' },
      isGiven(input, 'json'),
    );
  }
  const { CLOUD_RECORDS, connectLocalCloud, withoutAws } =
    await import('../serve/local-cloud/running-cloud.js');
  const region =
    optionalText(input, 'region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
  if (startsCloud) {
    // Nothing is made in a folder without a project.
    const root = realpathSync(input.projectDirectory);
    if (findEntry(posixPath(root), existsSync) === undefined) {
      const { loadApp } = await import('../app/load-app.js');
      const { diagnostics } = loadApp({ directory: root, stage: textOption(input, 'stage') });
      return fail(input, diagnostics, ExitCode.diagnostics);
    }
  }
  const connected = await connectLocalCloud(realpathSync(input.projectDirectory), {
    environment,
    region: region === '' ? undefined : region,
    mayStart: startsCloud,
  });
  if (connected.kind === 'failed') return fail(input, connected.diagnostics, ExitCode.diagnostics);
  const { cloud, isStarted, said } = connected;
  if (isStarted) {
    terminal.err.write(
      `${said}Started a cloud on this machine at ${cloud.url}. \`framework cloud --stop\` ends it.\n`,
    );
  }
  const changed = {
    environment: { ...withoutAws(environment), ...cloud.environment },
    records: CLOUD_RECORDS,
    terminal: {
      ...terminal,
      out: namingOptions(terminal.out, optionOf),
      err: namingOptions(terminal.err, optionOf),
    },
  };
  // `signal` is a getter that must not run yet.
  const local: CommandInput = Object.defineProperties(
    { ...changed } as CommandInput, // because the rest follows
    { ...Object.getOwnPropertyDescriptors(input), ...Object.getOwnPropertyDescriptors(changed) },
  );
  // The clients of the SDK look into these files for settings, where the process says they are.
  const before = process.env;
  const files = { AWS_CONFIG_FILE: devNull, AWS_SHARED_CREDENTIALS_FILE: devNull };
  process.env = { ...withoutAws(process.env), ...files };
  try {
    return await run(local);
  } finally {
    process.env = before;
  }
}

type OptionOf = (command: string) => 'local' | 'cloud' | undefined;

/**
 * Whoever types a command as a message names it must not reach an account: `framework secret set key` is written as `framework
 * secret set key --local`.
 */
function namingOptions(stream: TextStream, optionOf: OptionOf): TextStream {
  const named = (text: string): string =>
    text.replaceAll(/`framework ([a-z-]+)([^`]*)`/g, (whole, command: string, rest: string) => {
      const option = optionOf(command);
      const isNamed = option === undefined || rest.includes(`--${option}`);
      return isNamed ? whole : `\`framework ${command}${rest} --${option}\``;
    });
  return Object.create(stream, {
    write: { value: (text: string) => stream.write(named(text)) },
  }) as TextStream; // because it is `stream` with another `write`
}

/** The cloud, and the listeners that are notified of each wait. */
export type Place = { readonly cloud: Cloud; readonly notices: WaitNotices };

/** Aborts `stop` some time after `signal`. */
function abortLater(stop: AbortController, signal: AbortSignal): void {
  const onAbort = (): void => {
    setTimeout(() => {
      stop.abort();
    }, GRACE).unref();
  };
  if (signal.aborted) stop.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
}

function interruptedBefore({ terminal }: CommandInput): ExitCode {
  terminal.err.write('Interrupted. Nothing was changed.\n');
  return ExitCode.interrupted;
}

/** Runs `work` while this process holds the lock of the stage; reports who holds it otherwise. */
export async function withStageLock(
  input: CommandInput,
  root: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = await takeLock(root, textOption(input, 'stage'), input.records);
  if (lock.kind === 'refused') return fail(input, lock.diagnostics, ExitCode.diagnostics);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
