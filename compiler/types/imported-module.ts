// Where an import leads, for types: also into modules that only types are imported from, and declarations of packages.
import type { LoadedModule } from '../facts/module-graph.js';

export type ImportedModule =
  | { readonly kind: 'module'; readonly module: LoadedModule }
  /** A package of which the declarations are not read. */
  | { readonly kind: 'package'; readonly specifier: string }
  /** A module that is left out of this reading. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'missing' };

export type LoadForTypes = (importer: LoadedModule, specifier: string) => ImportedModule;
