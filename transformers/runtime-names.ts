// Names of the runtime that `slim-runtime.ts` treats in a special way (docs/decisions/slim-bundle.md).

/**
 * Functions that every first request calls, or many do. V8 compiles a function in parentheses together with the bundle. Any
 * other function it parses twice: when it loads the bundle, and when the function is called.
 */
export const FIRST_CALLED: readonly string[] = [
  'answerText',
  'headerValue',
  'readRoute',
  'keepView',
  'receiverOf',
  'jsonText',
  'answerValue',
  'captureOf',
  'handlerOf',
  'serve',
  'isProxyEvent',
];

/**
 * The variables that hold instances of classes whose members have common names. Such a member is kept only for `this.name`
 * or `request.name`: `event.headers` does not use the headers of a request.
 */
export const RECEIVERS: Readonly<Record<string, string>> = {
  Request: 'request',
  Application: 'app',
  Logger: 'log',
  Part: 'blueprint',
};

/** Newer classes. They leave no text in the bundle of an application that does not use them. */
export const APART: readonly string[] = ['PartRegistry', 'Part', 'Walk', 'EventWalk'];

/** Members that JSON logs use. The configuration asks for those, not the code of an application. */
export const OF_JSON_LOGS: readonly string[] = [
  '$writeJson',
  '$logJson',
  '$logServed',
  '$logRecord',
];

/** Classes that the runtime only gets as values. Their names in its messages do not use them. */
export const RECEIVED: readonly string[] = ['Response'];

/**
 * Members that only generated code or the configuration uses. They are removed even from a class that keeps all its
 * members.
 */
export const ONLY_WRITTEN: readonly string[] = [
  '$inputs',
  '#inputs',
  '$isPending',
  '$settle',
  '$on',
  '$adapters',
  '$receive',
  '$begin',
  '$begun',
  '#begun',
  ...OF_JSON_LOGS,
];
