// The ways in which a call can fail. At the port, every call fails in every way; over sockets, with the whole program, the ways
// are spread over the calls.
import type { FaultKind } from '../../../cli/serve/local-cloud/test-cloud.fixture.js';

export type Way = {
  readonly kind: FaultKind;
  /** True if all following calls fail too: the network is down until the second run. */
  readonly lasts?: boolean;
  /** True if the machine has lost its record before the second run. */
  readonly losesRecord?: boolean;
};

/** The call fails once, or it is the last call before the network is down for the rest of the command. */
export const FAILURES: readonly Way[] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'error-before' },
  { kind: 'error-after' },
  { kind: 'throttle' },
  { kind: 'denied' },
  { kind: 'denied', losesRecord: true },
  { kind: 'reset-before', lasts: true },
  { kind: 'reset-after', lasts: true },
  { kind: 'reset-after', lasts: true, losesRecord: true },
];

/** Ctrl-C during a call, which either returns a response or never does. */
export const INTERRUPTIONS: readonly Way[] = [{ kind: 'interrupt' }, { kind: 'kill-after' }];

/**
 * The process ends at this call. Killing it before a call is mostly the same as killing it after the previous call, so each of
 * the two moments is tried once with and once without the record.
 */
export const KILLS: readonly Way[] = [
  { kind: 'kill-before' },
  { kind: 'kill-after', losesRecord: true },
];

/** Describes a way of failing, for messages: `reset-after, from there on, without its record`. */
export function wayText({ kind, lasts = false, losesRecord = false }: Way): string {
  const more = [
    ...(lasts ? ['from there on'] : []),
    ...(losesRecord ? ['without its record'] : []),
  ];
  return [kind, ...more].join(', ');
}
