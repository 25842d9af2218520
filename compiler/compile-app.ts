// The compiler as one function: an entry file and a way to read files in; a manifest, diagnostics and bindings out.
import type { Manifest } from '../runtime/contract/manifest.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { ViewBinding } from './facts/view-bindings.js';
import type { ProjectSettings, SourceFiles } from './modules/source-files.js';

export type CompileOptions = {
  /** Absolute path of the project directory, with forward slashes. */
  readonly root: string;
  readonly files: SourceFiles;
  readonly settings?: ProjectSettings;
  /** The stage's `environment_variables`, which `process.env.NAME` in route options is read from. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** One module of the application. */
export type AppModule = {
  /** Relative to the project directory. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly bindings: readonly ViewBinding[];
};

export type Compilation = {
  /** Undefined when there are errors. */
  readonly manifest: Manifest | undefined;
  /** Sorted by file, place and code. */
  readonly diagnostics: readonly Diagnostic[];
  /** The project's modules that the entry reaches, in the order they are evaluated. */
  readonly modules: readonly AppModule[];
};
