// The functions of the runtime that are compiled with a bundle (docs/decisions/slim-bundle.md).

/**
 * Functions that every first request calls, or many do. V8 compiles a function in parentheses together with the bundle. Any
 * other function it parses twice: when it loads the bundle, and when the function is called.
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
