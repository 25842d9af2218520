// What every command has in common that changes the cloud: it is connected, what the cloud refuses becomes a diagnostic, and
// Ctrl-C leaves running calls a moment to end.
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { connect } from '../cloud/connect.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import { type CommandInput, ExitCode, optionalText, textOption } from '../program/command.js';
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
  const lock = await takeLock(root, textOption(input, 'stage'));
  if (lock.kind === 'refused') return fail(input, lock.diagnostics, ExitCode.diagnostics);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
