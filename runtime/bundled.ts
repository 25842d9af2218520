// What `framework` means inside a bundle: the same names without the decorators that really run, because rows stand in
// for them there (transformers/bind-views.ts). Half the size, and nothing else differs.
export { Application as Framework } from './application.js';
export * from './index.js';
