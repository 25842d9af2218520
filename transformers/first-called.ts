// The functions of the runtime that are compiled with a bundle (docs/decisions/slim-bundle.md).

/**
 * Functions that every first request calls, or many do. V8 compiles a function in brackets with the bundle; others it
 * reads twice, once to find their end and once when they are called.
 */
export const FIRST_CALLED: readonly string[] = [
  'answerText',
  'headerValue',
  'keepView',
  'receiverOf',
  'jsonText',
  'answerValue',
  'uriParamsOf',
  'handlerOf',
  'serve',
  'isProxyEvent',
];
