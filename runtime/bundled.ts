// The module `framework` in a bundle. Its decorators do nothing, because generated rows replace them
// (transformers/bind-views.ts). It also exports what the bundle's entry calls (transformers/entry-module.ts).
export { Application as Framework, applications } from './application.js';
export { functionHandlerOf } from './function-handler.js';
export { bufferedHandlerOf, handlerOf } from './handler.js';
export * from './index.js';
export { identified } from './json-log.js';
export { timed } from './time-limit.js';
// Exported last, so that the bundles of applications that use neither of these stay byte-identical.
export { BlueprintBase as Blueprint } from './blueprint-base.js';
export { streamHandlerOf } from './stream-handler.js';
