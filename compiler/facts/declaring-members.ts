// The members of `app` that the compiler follows.

/** The members with which views and functions are declared. */
export type DeclaringMember = 'route' | 'lambdaFunction';

export function isDeclaringMember(name: string | undefined): name is DeclaringMember {
  return name === 'route' || name === 'lambdaFunction';
}

/** Every member of an application that a program may call or read. */
const APP_MEMBERS: ReadonlySet<string> = new Set([
  '$',
  '$call',
  '_',
  'api',
  'appName',
  'constructor',
  'currentRequest',
  'debug',
  'defineAuthorizer',
  'hasOwnProperty',
  'lambdaFunction',
  'log',
  'route',
  'toString',
]);

export function isAppMember(name: string): boolean {
  return APP_MEMBERS.has(name);
}

/** Methods of a list that change it in place, besides `push`. */
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
