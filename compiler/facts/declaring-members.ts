// The members of `app` that the compiler follows.
import { DECLARING_MEMBERS, KINDS, viewKindOf } from '../kinds/registry.js';

/** The members with which views and functions are declared. */
export function isDeclaringMember(name: string | undefined): boolean {
  return viewKindOf(name) !== undefined;
}

/** Every member of an application that a program may call or read. */
const APP_MEMBERS: ReadonlySet<string> = new Set(KINDS.flatMap(({ members }) => members));

export function isAppMember(name: string): boolean {
  return APP_MEMBERS.has(name);
}

/**
 * A function body without one of these words declares nothing, changes no setting and loads no module. `waitUntil` is here
 * because people try it for work after the answer, and get a message.
 */
export const DECLARING_WORD: RegExp = new RegExp(
  `\\b(?:${DECLARING_MEMBERS.join('|')}|binaryTypes|debug|api|provide|Framework|Blueprint|import|require|waitUntil)\\b`,
);

/** Methods that change a list in place, without `push`. */
export const MUTATORS: ReadonlySet<string> = new Set([
  'copyWithin',
  'fill',
  'pop',
  'reverse',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/** Functions of `Object` and `Reflect` that change their first argument. */
export const OBJECT_MUTATORS: ReadonlySet<string> = new Set([
  'assign',
  'defineProperties',
  'defineProperty',
  'deleteProperty',
  'set',
  'setPrototypeOf',
]);
