// What every command has in common that changes the cloud: it is connected, what the cloud refuses becomes a diagnostic, and
// Ctrl-C leaves running calls a moment to end.
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { connect } from '../cloud/connect.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import { type CommandInput, ExitCode, optionalText } from '../program/command.js';
import { createWaitNotices, type WaitNotices } from '../terminal/wait-notices.js';
import { fail } from './failure.js';

/**
 * Milliseconds that running calls get after Ctrl-C. It may abort an upload; the next run finds out whether that
 * succeeded.
 */
const GRACE = 3000;

/** Runs `work` with the cloud that the options and the environment name. */
export async function withCloud(
  input: CommandInput,
  work: (cloud: Cloud, notices: WaitNotices) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { environment, signal, terminal } = input;
  const notices = createWaitNotices((text) => terminal.err.write(`${text}\n`));
  const place = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  let cloud: Cloud | undefined;
  try {
    const { waitFor } = notices;
    cloud = connect({ environment, signal: delayed(signal, GRACE), waitFor, ...place });
    return await work(cloud, notices);
  } catch (error) {
    if (signal.aborted) return interruptedBefore(input);
    if (!(error instanceof CloudError)) throw error;
    return fail(input, [explainCloudError(error, cloud ?? place)], cloudExitCode());
  } finally {
    cloud?.close();
  }
}

/** The cloud, and the listeners that are told of each wait. */
export type Place = { readonly cloud: Cloud; readonly notices: WaitNotices };

/** A signal that fires some time after another. */
function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  const onAbort = (): void => {
    setTimeout(() => {
      later.abort();
    }, milliseconds).unref();
  };
  if (signal.aborted) later.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return later.signal;
}

function interruptedBefore({ terminal }: CommandInput): ExitCode {
  terminal.err.write('Interrupted. Nothing was changed.\n');
  return ExitCode.interrupted;
}
