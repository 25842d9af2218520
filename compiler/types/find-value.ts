// Finds the constant or enum that a name refers to, including in modules that are imported only for types.
import { bindingStep, valueExports } from '../facts/definition.js';
import type { Definition } from '../facts/program.js';
import {
  followExports,
  type Imported,
  type ExportStep,
  type LoadedModule,
} from '../facts/module-graph.js';
import type { Identifier } from '../syntax/tree.js';
import type { LoadForTypes } from './find-type.js';

export type FoundValue = Extract<Definition, { readonly kind: 'binding' }>;

export function findValue(
  load: LoadForTypes,
  module: LoadedModule,
  name: Identifier,
): FoundValue | undefined {
  const binding = module.record.names.find(name);
  return binding && follow(load, bindingStep(module, { name: name.value, binding }));
}

export function findImportedValue(
  load: LoadForTypes,
  module: LoadedModule,
  imported: Imported,
): FoundValue | undefined {
  return follow(load, { ...imported, kind: 'import', module });
}

function follow(load: LoadForTypes, first: ExportStep<Definition>): FoundValue | undefined {
  const found = followExports(
    {
      ...valueExports(),
      target: (importer, { specifier }) => {
        const target = load(importer, specifier);
        return target.kind === 'module' ? target : undefined;
      },
    },
    first,
  );
  return found?.kind === 'binding' ? found : undefined;
}
