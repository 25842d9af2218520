// Finds the declaration of a type for the analysis, in the modules that it reads.
import type { LoadedModule } from '../../../facts/module-graph.js';
import {
  findType as findDeclared,
  type FoundType as Declared,
  type LoadForTypes,
} from '../../../types/find-type.js';
import type { EntityName } from '../../../types/type-node.js';
import type { Analysis } from '../analysis.js';

/** A declaration that may tell of a client of the SDK. */
export type FoundType = Exclude<Declared, { readonly kind: 'enum' | 'namespace' | 'local' }>;

/** The declaration that the name of a type means in a module; undefined for types of the language. */
export function findType(
  analysis: Analysis,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  const found = findDeclared(loaderOf(analysis), module, name);
  switch (found?.kind) {
    case 'enum':
    case 'namespace':
    case 'local':
      return undefined;
    default:
      return found;
  }
}

const LOADERS = new WeakMap<Analysis, LoadForTypes>();

/** Modules as this analysis reads them: those of the application, and others for their types. */
function loaderOf(analysis: Analysis): LoadForTypes {
  let load = LOADERS.get(analysis);
  if (!load) LOADERS.set(analysis, (load = createLoader(analysis)));
  return load;
}

function createLoader({ unread, program, loadTypes }: Analysis): LoadForTypes {
  return (importer, specifier) => {
    const target = importer.resolve(specifier);
    if (target.kind === 'package') return { kind: 'package', specifier: target.specifier };
    if (target.kind !== 'module') return { kind: 'missing' };
    if (unread.has(target.path)) return { kind: 'unread' };
    const module = program.graph.modules.get(target.path) ?? loadTypes(importer, specifier);
    return module ? { kind: 'module', module } : { kind: 'missing' };
  };
}
