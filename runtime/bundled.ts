// The module `framework` inside of a bundle. It has the same names without decorators that run, because rows stand in
// for them (transformers/bind-views.ts), and what the entry of a bundle calls (transformers/entry-module.ts). It is
// half the size.
export { Application as Framework, applications } from './application.js';
export { functionHandlerOf } from './function-handler.js';
export { handlerOf } from './handler.js';
export * from './index.js';
export { identified } from './json-log.js';
export { timed } from './time-limit.js';
// Behind the rest, so that what other applications hold of the runtime stands in the order it has without.
export { Part as Blueprint } from './part.js';
