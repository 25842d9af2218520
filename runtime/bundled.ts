// What `framework` means inside a bundle: the same names without the decorators that really run, because rows stand in
// for them there (transformers/bind-views.ts), and with what the entry of a bundle calls (transformers/entry-module.ts).
// Half the size, and nothing else differs.
export { Application as Framework, applications } from './application.js';
export { functionHandlerOf } from './function-handler.js';
export { handlerOf } from './handler.js';
export * from './index.js';
