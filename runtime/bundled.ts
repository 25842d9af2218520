// The module `framework` inside a bundle. Its decorators do nothing, because rows replace them
// (transformers/bind-views.ts). It also has the functions that the entry of a bundle calls
// (transformers/entry-module.ts). It is half the size of the package's module.
export { Application as Framework, applications } from './application.js';
export { functionHandlerOf } from './function-handler.js';
export { handlerOf } from './handler.js';
export * from './index.js';
export { identified } from './json-log.js';
export { timed } from './time-limit.js';
// At the end, so that the code of other applications keeps its order, and their bundles their bytes.
export { Part as Blueprint } from './part.js';
