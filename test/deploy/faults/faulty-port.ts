// A cloud whose calls go wrong where the commands meet it: as `connect()` reports it when all attempts are made.
import { CloudError, type CloudErrorKind } from '../../../cli/cloud/cloud-error.js';
import type { Cloud } from '../../../cli/cloud/cloud.js';
import { watchCalls } from '../../../cli/ship/deploy/port-cloud.fixture.js';
import type { FaultKind } from '../../../cli/serve/local-cloud/test-cloud.js';

export type PortFault = {
  readonly kind: FaultKind;
  /** The how-manieth call, from 1. */
  readonly at: number;
  /** True when it strikes every call from there on. */
  readonly lasts: boolean;
  /** True when the process ends there; false when the user types Ctrl-C. */
  readonly endsProcess: boolean;
  readonly onEnd: () => void;
};

export type FaultyPort<Of extends Cloud> = {
  readonly cloud: Of;
  /** Names of the calls that arrived, `iam.createRole`, in order. */
  readonly calls: readonly string[];
};

export function faultyPort<Of extends Cloud>(of: Of, fault?: PortFault): FaultyPort<Of> {
  const calls: string[] = [];
  let isGone = false;
  const arrive = (name: string, carryOut: () => Promise<unknown>): Promise<unknown> => {
    // Nothing of a process that is gone reaches the cloud.
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
  /** Its answer, a refusal too, reaches nobody. */
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
      // A call that is not answered is left some time; then its connection is closed.
      throw new DOMException('This operation was aborted', 'AbortError');
  }
}

function refused(kind: CloudErrorKind, operation: string): CloudError {
  const message = `refused: ${kind}`;
  const facts = { kind, operation, message, name: kind, status: undefined, requestId: undefined };
  return new CloudError(facts, undefined);
}
