// The public interface of the compiler.
export { compileApp, createCompiler } from './compile-app.js';
export type { AppModule, Compilation, CompileOptions, Compiler } from './compile-app.js';
export type { Diagnostic, Fix, SourceSpan } from './diagnostics/diagnostic.js';
export type { ProjectSettings, SourceFiles } from './modules/source-files.js';
export type {
  CallBinding,
  ClassBinding,
  TextRange,
  ViewBinding,
} from './facts/bind-declarations.js';
// Includes the event sources of the manifest, which are added to its type by the registry.
export type {} from './kinds/registry.js';
