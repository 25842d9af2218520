// Finds the declaration that a type's name means: one of the project, or an export of a package.
import {
  followExports,
  type Exports,
  type Imported,
  type Namespace,
  type Step,
} from '../facts/follow-exports.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import { NAMESPACE } from '../facts/scan-imports.js';
import type { ClassNode, Identifier, TsEnumDeclaration } from '../syntax/tree.js';
import { declaredNames } from './declared-names.js';
import {
  contextOf,
  type AliasNode,
  type EntityName,
  type IdentifierNode,
  type InterfaceNode,
} from './type-node.js';

/** The module that an import of types means: of the application, imported only for types, or a package's declarations. */
export type ImportedModule =
  | { readonly kind: 'module'; readonly module: LoadedModule }
  /** A package without declarations that can be read. */
  | { readonly kind: 'package'; readonly specifier: string }
  /** A module that is not read. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'missing' };

export type LoadForTypes = (importer: LoadedModule, specifier: string) => ImportedModule;

export type FoundType =
  | {
      readonly kind: 'interface';
      readonly module: LoadedModule;
      readonly nodes: readonly InterfaceNode[];
    }
  | { readonly kind: 'alias'; readonly module: LoadedModule; readonly node: AliasNode }
  | {
      readonly kind: 'enum';
      readonly module: LoadedModule;
      readonly nodes: readonly TsEnumDeclaration[];
    }
  | { readonly kind: 'class'; readonly module: LoadedModule; readonly node: ClassNode }
  | Namespace
  | {
      readonly kind: 'package';
      readonly specifier: string;
      /** The name of the export; `*` for the package's whole namespace. */
      readonly name: string;
    }
  /** A type of a module that is not read. */
  | { readonly kind: 'unread' }
  /** A name that is declared in a function or another block. */
  | { readonly kind: 'local' };

/** The declaration that a name means in a module; undefined for types of TypeScript and for unknown names. */
export function findType(
  load: LoadForTypes,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  if (name.type === 'Identifier') return findOnce(load, module, name);
  const left = findType(load, module, name.left);
  if (left?.kind === 'namespace') return findExportedType(load, left.module, name.right.value);
  if (left?.kind === 'package') {
    const { specifier, name: owner } = left;
    const { value } = name.right;
    return { kind: 'package', specifier, name: owner === NAMESPACE ? value : `${owner}.${value}` };
  }
  return undefined;
}

type Found = { readonly context: number; readonly type: FoundType | undefined };

const FOUND = new WeakMap<LoadForTypes, Map<LoadedModule, Map<string, Found>>>();

/** Most names of a module stand in it more than once. */
function findOnce(
  load: LoadForTypes,
  module: LoadedModule,
  name: IdentifierNode,
): FoundType | undefined {
  let modules = FOUND.get(load);
  if (!modules) FOUND.set(load, (modules = new Map<LoadedModule, Map<string, Found>>()));
  let names = modules.get(module);
  if (!names) modules.set(module, (names = new Map<string, Found>()));
  const context = contextOf(name);
  const known = names.get(name.value);
  if (known?.context === context) return known.type;
  const type = findNamed(load, module, name);
  names.set(name.value, { context, type });
  return type;
}

/** The type that a module exports under a name. */
export function findExportedType(
  load: LoadForTypes,
  module: LoadedModule,
  name: string,
): FoundType | undefined {
  return follow(load, { kind: 'export', module, name });
}

/** The type that a module imports. */
export function findImportedType(
  load: LoadForTypes,
  module: LoadedModule,
  imported: Imported,
): FoundType | undefined {
  return follow(load, { ...imported, kind: 'import', module });
}

function findNamed(
  load: LoadForTypes,
  module: LoadedModule,
  name: IdentifierNode,
): FoundType | undefined {
  const declared = declaredNames(module.record).types.get(name.value);
  const binding = bindingOf(module, name);
  if (declared?.context === contextOf(name) && binding?.kind !== 'class')
    return { ...declared, module };
  const [step] = binding ? bindingSteps(module, binding) : [];
  const found = step && follow(load, step);
  if (found) return found;
  const isOther = !binding && module.record.names.named(name.value).length > 0;
  return declared || isOther ? { kind: 'local' } : undefined;
}

function bindingOf({ record }: LoadedModule, name: IdentifierNode): Binding | undefined {
  return record.names.find(name as unknown as Identifier); // because only the text and the context of a name are looked at
}

function follow(load: LoadForTypes, first: Step<FoundType>): FoundType | undefined {
  const target: Exports<FoundType>['target'] = (importer, { specifier, name }) => {
    const imported = load(importer, specifier);
    switch (imported.kind) {
      case 'package':
        return found({ ...imported, name });
      case 'unread':
        return found(imported);
      case 'missing':
        return undefined;
      case 'module':
        return imported;
    }
  };
  return followExports({ named, stars, target }, first);
}

function found(type: FoundType): Step<FoundType> & { readonly kind: 'found' } {
  return { kind: 'found', found: type };
}

function stars({ record }: LoadedModule): readonly string[] {
  return [...record.starExports, ...declaredNames(record).stars];
}

function named(module: LoadedModule, name: string): readonly Step<FoundType>[] | undefined {
  const { record } = module;
  const { types, exported, defaultName } = declaredNames(record);
  const renamed = exported.get(name);
  if (renamed?.specifier !== undefined)
    return [{ kind: 'import', module, specifier: renamed.specifier, name: renamed.name }];
  if (renamed) return topLevelSteps(module, renamed.name);
  const declared = types.get(name === 'default' ? (defaultName ?? name) : name);
  if (declared) return [found({ ...declared, module })];
  const value = record.exports.get(name);
  switch (value?.kind) {
    case 'from':
      return [{ ...value, kind: 'import', module }];
    case 'class':
      return [found({ ...value, module })];
    case 'local': {
      const binding = record.names.find(value.name);
      return binding && bindingSteps(module, binding);
    }
    case 'expression':
      return value.node.type === 'Identifier' ? topLevelSteps(module, value.node.value) : undefined;
    default:
      return undefined;
  }
}

/** A declaration or import at the top of a module. */
function topLevelSteps(module: LoadedModule, name: string): readonly Step<FoundType>[] {
  const declared = declaredNames(module.record).types.get(name);
  if (declared) return [found({ ...declared, module })];
  return module.record.names.named(name).flatMap((binding) => bindingSteps(module, binding));
}

function bindingSteps(module: LoadedModule, binding: Binding): readonly Step<FoundType>[] {
  switch (binding.kind) {
    case 'import':
      return [{ ...binding, module }];
    case 'class':
    case 'enum':
      return [found({ ...binding, module })];
    default:
      return [];
  }
}
