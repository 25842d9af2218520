// The IAM actions that the calls of the port need, of all services.
import type { CallActions } from './call-needs.js';
import { PORTS } from './ports.js';

/** The actions by service and name of the call. */
export const CALL_ACTIONS: Readonly<Record<string, Readonly<Record<string, CallActions>>>> =
  Object.fromEntries(PORTS.map(({ name, actions }) => [name, actions]));
