// Finds the declaration that a type's name means: one of the project, or an export of a package.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import { NAMESPACE } from '../facts/scan-imports.js';
import type { ClassNode, Identifier, TsEnumDeclaration } from '../syntax/tree.js';
import { declaredNames, type DeclaredType } from './declared-names.js';
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
  /** All exports of a module: `import * as x`. */
  | { readonly kind: 'namespace'; readonly module: LoadedModule }
  | {
      readonly kind: 'package';
      readonly specifier: string;
      /** The name of the export; `*` for the package's whole namespace. */
      readonly name: string;
      /** True when it is found behind `export *` of a package, which may or may not export that name. */
      readonly isGuess?: true;
    }
  /** A type of a module that is not read. */
  | { readonly kind: 'unread'; readonly isGuess?: true }
  /** A name that is declared in a function or another block. */
  | { readonly kind: 'local' };

type Search = { readonly load: LoadForTypes; readonly seen: Set<string> };

/** The declaration that a name means in a module; undefined for types of TypeScript and for unknown names. */
export function findType(
  load: LoadForTypes,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  if (name.type === 'Identifier') return findOnce(load, module, name);
  const left = findType(load, module, name.left);
  if (left?.kind === 'namespace')
    return findExported({ load, seen: new Set() }, left.module, name.right.value);
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
  const type = findNamed({ load, seen: new Set() }, module, name);
  names.set(name.value, { context, type });
  return type;
}

/** The type that a module exports under a name. */
export function findExportedType(
  load: LoadForTypes,
  module: LoadedModule,
  name: string,
): FoundType | undefined {
  return findExported({ load, seen: new Set() }, module, name);
}

function findNamed(
  search: Search,
  module: LoadedModule,
  name: IdentifierNode,
): FoundType | undefined {
  const declared = declaredNames(module.record).types.get(name.value);
  const binding = bindingOf(module, name);
  if (declared?.context === contextOf(name) && binding?.kind !== 'class')
    return foundIn(module, declared);
  const found = binding && ofBinding(search, module, binding);
  if (found) return found;
  const isOther = !binding && module.record.names.named(name.value).length > 0;
  return declared || isOther ? { kind: 'local' } : undefined;
}

function foundIn(module: LoadedModule, declared: DeclaredType): FoundType {
  if (declared.kind === 'class') return { kind: 'class', module, node: declared.node };
  if (declared.kind === 'enum') return { kind: 'enum', module, nodes: declared.nodes };
  return declared.kind === 'alias'
    ? { kind: 'alias', module, node: declared.node }
    : { kind: 'interface', module, nodes: declared.nodes };
}

function bindingOf({ record }: LoadedModule, name: IdentifierNode): Binding | undefined {
  return record.names.find(name as unknown as Identifier); // because only the text and the context of a name are looked at
}

function ofBinding(search: Search, module: LoadedModule, binding: Binding): FoundType | undefined {
  switch (binding.kind) {
    case 'import':
      return findImported(search, module, binding);
    case 'class':
      return { kind: 'class', module, node: binding.node };
    case 'enum':
      return { kind: 'enum', module, nodes: binding.nodes };
    default:
      return undefined;
  }
}

type Imported = { readonly specifier: string; readonly name: string };

function findImported(
  search: Search,
  module: LoadedModule,
  { specifier, name }: Imported,
): FoundType | undefined {
  const target = search.load(module, specifier);
  switch (target.kind) {
    case 'package':
      return { kind: 'package', specifier: target.specifier, name };
    case 'unread':
      return { kind: 'unread' };
    case 'missing':
      return undefined;
    case 'module':
      return name === NAMESPACE
        ? { kind: 'namespace', module: target.module }
        : findExported(search, target.module, name);
  }
}

function findExported(search: Search, module: LoadedModule, name: string): FoundType | undefined {
  const key = `${name} ${module.path}`;
  if (search.seen.has(key)) return undefined;
  search.seen.add(key);
  const { record } = module;
  const own = ownExport(search, module, name);
  if (own) return own;
  let guess: FoundType | undefined;
  for (const specifier of [...record.starExports, ...declaredNames(record).stars]) {
    const found = findImported(search, module, { specifier, name });
    if (!found) continue;
    const isSure = found.kind !== 'package' && found.kind !== 'unread';
    // A package that a re-exported module imports by name is certain. One behind `export *` here is only a guess.
    if (isSure || (found.kind === 'package' && !isPackage(search, module, specifier))) return found;
    guess ??= { ...found, isGuess: true };
  }
  return guess;
}

function isPackage({ load }: Search, module: LoadedModule, specifier: string): boolean {
  return load(module, specifier).kind === 'package';
}

function ownExport(search: Search, module: LoadedModule, name: string): FoundType | undefined {
  const { record } = module;
  const { types, exported, defaultName } = declaredNames(record);
  const renamed = exported.get(name);
  if (renamed?.specifier !== undefined)
    return findImported(search, module, { specifier: renamed.specifier, name: renamed.name });
  if (renamed) return findTopLevel(search, module, renamed.name);
  const declared = types.get(name === 'default' ? (defaultName ?? name) : name);
  if (declared) return foundIn(module, declared);
  const value = record.exports.get(name);
  switch (value?.kind) {
    case 'from':
      return findImported(search, module, value);
    case 'class':
      return { kind: 'class', module, node: value.node };
    case 'local': {
      const binding = record.names.find(value.name);
      return binding && ofBinding(search, module, binding);
    }
    case 'expression':
      return value.node.type === 'Identifier'
        ? findTopLevel(search, module, value.node.value)
        : undefined;
    default:
      return undefined;
  }
}

/** A declaration or import at the top of a module. */
function findTopLevel(search: Search, module: LoadedModule, name: string): FoundType | undefined {
  const declared = declaredNames(module.record).types.get(name);
  if (declared) return foundIn(module, declared);
  for (const binding of module.record.names.named(name)) {
    const found = ofBinding(search, module, binding);
    if (found) return found;
  }
  return undefined;
}
