// The ways in which a call can go wrong. At the port every call goes wrong in every way; over sockets, with the whole
// program, the calls take turns.
import type { FaultKind } from '../../../cli/serve/local-cloud/test-cloud.js';

export type Way = {
  readonly kind: FaultKind;
  /** True when every call fails from there on: the network is gone until the second run. */
  readonly lasts?: boolean;
  /** True when the machine has lost its record at the second run. */
  readonly losesRecord?: boolean;
};

/** It fails once, or is the last one before the network is gone for as long as the command runs. */
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

/** Ctrl-C while it is under way: it is answered, or never is. */
export const INTERRUPTIONS: readonly Way[] = [{ kind: 'interrupt' }, { kind: 'kill-after' }];

/**
 * The process ends there. Killed before a call is, mostly, killed after the one before it: so each moment is tried with
 * and without the record.
 */
export const KILLS: readonly Way[] = [
  { kind: 'kill-before' },
  { kind: 'kill-after', losesRecord: true },
];

/** For messages: `reset-after, from there on, without its record`. */
export function wayText({ kind, lasts = false, losesRecord = false }: Way): string {
  const more = [
    ...(lasts ? ['from there on'] : []),
    ...(losesRecord ? ['without its record'] : []),
  ];
  return [kind, ...more].join(', ');
}
