// Finds the constant or enum that a name refers to, including in modules that are imported only for types.
import { bindingStep, valueExports } from '../facts/definition.js';
import type { Definition } from '../facts/program.js';
import {
  followExports,
  type Imported,
  type ExportStep,
  type LoadedModule,
  type Namespace,
} from '../facts/module-graph.js';
import type { Identifier } from '../syntax/tree.js';
import type { LoadForTypes } from './find-type.js';

export type FoundValue = Extract<Definition, { readonly kind: 'binding' }>;

export function findValue(
  load: LoadForTypes,
  module: LoadedModule,
  name: Identifier,
): FoundValue | undefined {
  const found = findNamed(load, module, name);
  return found?.kind === 'binding' ? found : undefined;
}

/** The constant of `schemas.City`, and the names of members that follow it, if any. */
export type FoundMember = { readonly value: FoundValue; readonly members: readonly string[] };

/** Finds the constant that `schemas.City` refers to: `City`, if `schemas` is a namespace, or else `schemas`. */
export function findMember(
  load: LoadForTypes,
  module: LoadedModule,
  { root, members }: { readonly root: Identifier; readonly members: readonly string[] },
): FoundMember | undefined {
  let found = findNamed(load, module, root);
  let next = 0;
  for (; found; next += 1) {
    const name = members[next];
    const step = name === undefined ? undefined : memberStep(found, name);
    if (!step) break;
    found = follow(load, step);
  }
  return found?.kind === 'binding' ? { value: found, members: members.slice(next) } : undefined;
}

/** Returns undefined for a value that is not a namespace. */
function memberStep(found: Found, name: string): ExportStep<Definition> | undefined {
  const { module } = found;
  if (found.kind === 'namespace') return { kind: 'export', module, name };
  if (found.binding.kind !== 'namespace') return undefined;
  const member = found.binding.members.get(name);
  const binding = member && module.record.names.find(member);
  return binding && bindingStep(module, { name, binding });
}

type Found = FoundValue | Namespace;

function findNamed(load: LoadForTypes, module: LoadedModule, name: Identifier): Found | undefined {
  const binding = module.record.names.find(name);
  return binding && follow(load, bindingStep(module, { name: name.value, binding }));
}

export function findImportedValue(
  load: LoadForTypes,
  module: LoadedModule,
  imported: Imported,
): FoundValue | undefined {
  const found = follow(load, { ...imported, kind: 'import', module });
  return found?.kind === 'binding' ? found : undefined;
}

function follow(load: LoadForTypes, first: ExportStep<Definition>): Found | undefined {
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
  return found?.kind === 'binding' || found?.kind === 'namespace' ? found : undefined;
}
