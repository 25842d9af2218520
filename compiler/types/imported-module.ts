// The module that an import of types means, also when only types are imported from it, or when it is a package's
// declarations.
import type { LoadedModule } from '../facts/module-graph.js';

export type ImportedModule =
  | { readonly kind: 'module'; readonly module: LoadedModule }
  /** A package without declarations that can be read. */
  | { readonly kind: 'package'; readonly specifier: string }
  /** A module that is not read. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'missing' };

export type LoadForTypes = (importer: LoadedModule, specifier: string) => ImportedModule;
