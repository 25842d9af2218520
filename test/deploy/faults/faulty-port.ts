// A cloud whose calls fail at the port that the commands use, in the way `connect()` reports a failure after the last retry.
import { CloudError, type CloudErrorKind } from '../../../cli/cloud/cloud-error.js';
import type { Cloud } from '../../../cli/cloud/cloud.js';
import { watchCalls } from '../../../cli/ship/deploy/port-cloud.fixture.js';
import type { FaultKind } from '../../../cli/serve/local-cloud/test-cloud.fixture.js';

export type PortFault = {
  readonly kind: FaultKind;
  /** The number of the call, starting at 1. */
  readonly at: number;
  /** True if all following calls fail too. */
  readonly lasts: boolean;
  /** True if the process ends at this call; false if the user presses Ctrl-C. */
  readonly endsProcess: boolean;
  readonly onEnd: () => void;
};

export type FaultyPort<Of extends Cloud> = {
  readonly cloud: Of;
  /** The names of the calls that arrived, such as `iam.createRole`, in order. */
  readonly calls: readonly string[];
};

export function faultyPort<Of extends Cloud>(of: Of, fault?: PortFault): FaultyPort<Of> {
  const calls: string[] = [];
  let isGone = false;
  const arrive = (name: string, carryOut: () => Promise<unknown>): Promise<unknown> => {
    // Calls of a process that has ended do not reach the cloud.
    if (isGone) return NEVER;
    calls.push(name);
    const isStruck = fault && (fault.lasts ? calls.length >= fault.at : calls.length === fault.at);
    if (!isStruck) return carryOut();
    isGone = fault.endsProcess;
    return strike(name, fault, carryOut);
  };
  const cloud = watchCalls(of, (name, service, carryOut) => arrive(`${service}.${name}`, carryOut));
  return { cloud: { ...of, ...cloud }, calls };
}

const NEVER = new Promise<never>(() => undefined);

async function strike(
  name: string,
  { kind, endsProcess, onEnd }: PortFault,
  carryOut: () => Promise<unknown>,
): Promise<unknown> {
  /** Executes the call, but discards its response, even an error. */
  const carryOutUnheard = async (): Promise<void> => {
    await carryOut().catch((error: unknown) => {
      if (!(error instanceof CloudError)) throw error;
    });
  };
  switch (kind) {
    case 'reset-before':
      throw refused('network', name);
    case 'reset-after':
      await carryOutUnheard();
      throw refused('network', name);
    case 'error-before':
      throw refused('server', name);
    case 'error-after':
      await carryOutUnheard();
      throw refused('server', name);
    case 'throttle':
      throw refused('throttled', name);
    case 'denied':
      throw refused('denied', name);
    case 'expired':
      throw refused('expired', name);
    case 'interrupt':
      onEnd();
      return carryOut();
    case 'kill-before':
    case 'kill-after':
      if (kind === 'kill-after') await carryOutUnheard();
      onEnd();
      if (endsProcess) return NEVER;
      // A call that gets no response waits for some time; then its connection is closed.
      throw new DOMException('This operation was aborted', 'AbortError');
  }
}

function refused(kind: CloudErrorKind, operation: string): CloudError {
  const message = `refused: ${kind}`;
  const facts = { kind, operation, message, name: kind, status: undefined, requestId: undefined };
  return new CloudError(facts, undefined);
}
