// Finds the declaration that a type name refers to, in the project or among the exports of a package.
import { valueFor } from '../groups.js';
import {
  followExports,
  type Exports,
  type Namespace,
  type ExportStep,
  type LoadedModule,
} from '../facts/module-graph.js';
import type { Binding, ModuleExport } from '../facts/module-record.js';
import { EXPORT_EQUALS, NAMESPACE } from '../facts/scan-imports.js';
import type { ClassNode, TsEnumDeclaration, ModuleItem } from '../syntax/tree.js';
import { declaredNames } from './declared-names.js';
import {
  contextOf,
  type AliasNode,
  type EntityName,
  type IdentifierNode,
  type InterfaceNode,
  type TypeNode,
  declarationOf,
  identifierOf,
  type NamespaceNode,
} from './type-node.js';

/** The module that a type import refers to. It may be imported only for its types. */
export type ImportedModule =
  | { readonly kind: 'module'; readonly module: LoadedModule }
  /** A package that has no readable declarations. */
  | { readonly kind: 'package'; readonly specifier: string }
  /** A module that cannot be read. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'missing' };

export type LoadForTypes = (importer: LoadedModule, specifier: string) => ImportedModule;

type In<Declared> = Declared & { readonly module: LoadedModule };

export type FoundType =
  | In<{ readonly kind: 'interface'; readonly nodes: readonly InterfaceNode[] }>
  | In<{ readonly kind: 'alias'; readonly node: AliasNode }>
  | In<{ readonly kind: 'enum'; readonly nodes: readonly TsEnumDeclaration[] }>
  | In<{ readonly kind: 'class'; readonly node: ClassNode }>
  | In<{ readonly kind: 'constant'; readonly node: TypeNode }>
  | Namespace
  | FoundPackage
  | { readonly kind: 'unread' }
  /** A name that is declared inside a function or another block. */
  | { readonly kind: 'local' };

export type FoundPackage = {
  readonly kind: 'package';
  readonly specifier: string;
  /** The name of the export; `*` stands for all exports of the package. */
  readonly name: string;
};

/** Returns the declaration that a name refers to in a module; undefined for built-in types and for unknown names. */
export function findType(
  load: LoadForTypes,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  if (name.type === 'Identifier') return findOnce(load, module, name);
  return findDeclared(load, { module, name, own: typeOwn });
}

function findMember(
  load: LoadForTypes,
  { of, name }: { readonly of: FoundType | undefined; readonly name: string },
  own: Own,
): FoundType | undefined {
  if (of?.kind === 'namespace')
    return follow(load, { kind: 'export', module: of.module, name }, own);
  if (of?.kind !== 'package') return undefined;
  return { ...of, name: of.name === NAMESPACE ? name : `${of.name}.${name}` };
}

type Wanted = { readonly module: LoadedModule; readonly name: EntityName; readonly own: Own };

/**
 * Finds the declaration of a name. In `N.City`, first finds `namespace N` or `import * as N`. `own` determines whether a type,
 * a namespace, or the constant in a `typeof` is looked up.
 */
function findDeclared(load: LoadForTypes, { module, name, own }: Wanted): FoundType | undefined {
  if (name.type !== 'Identifier') {
    const of = findDeclared(load, { module, name: name.left, own: namespaceOwn });
    return findMember(load, { of, name: name.right.value }, own);
  }
  const around = aroundOf(module);
  const { namespaces, constants } = declaredNames(module.record);
  const [namespace] = namespaces.get(name.value) ?? [];
  const context =
    own === constantOwn
      ? constants.get(name.value)?.context
      : contextOf(namespace ? namespace.id : name);
  // A name in a namespace is looked up by its text, because swc does not know that namespaces are merged.
  const isOwn = around !== undefined || context === contextOf(name);
  const foundStep = isOwn ? own(load, module, name.value) : undefined;
  if (foundStep) return foundStep;
  if (around) return findDeclared(load, { module: around, name, own });
  const [step] = stepsOf(module, bindingOf(module, name));
  return step && follow(load, step, own);
}

/** Returns what a module or namespace itself declares under a name: a type, a namespace or a constant. */
type Own = (load: LoadForTypes, module: LoadedModule, name: string) => FoundType | undefined;

const typeOwn: Own = (load, module, name) => {
  const { types, equals } = declaredNames(module.record);
  const asDeclared = types.get(name);
  if (asDeclared) return { ...asDeclared, module };
  const equal = equals.get(name);
  return equal && unlessOpen(equal, () => findType(load, module, equal));
};

const namespaceOwn: Own = (load, module, name) => {
  const inner = namespaceIn(module, name);
  if (inner) return { kind: 'namespace', module: inner };
  const equal = declaredNames(module.record).equals.get(name);
  return (
    equal && unlessOpen(equal, () => findDeclared(load, { module, name: equal, own: namespaceOwn }))
  );
};

const constantOwn: Own = (_, module, name) => {
  const { constants, types } = declaredNames(module.record);
  const asDeclared = constants.get(name) ?? types.get(name);
  const isValue = asDeclared?.kind === 'constant' || asDeclared?.kind === 'enum';
  return isValue ? { ...asDeclared, module } : undefined;
};

/** Returns the declared constant or enum that a name in `typeof` refers to. */
export function findConstant(
  load: LoadForTypes,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  return findDeclared(load, { module, name, own: constantOwn });
}

const OPEN = new WeakSet<EntityName>();

/** Detects cycles in `import A = B`. */
function unlessOpen(name: EntityName, find: () => FoundType | undefined): FoundType | undefined {
  if (OPEN.has(name)) return undefined;
  OPEN.add(name);
  const foundStep = find();
  OPEN.delete(name);
  return foundStep;
}

type CachedType = { readonly context: number; readonly type: FoundType | undefined };

const FOUND = new WeakMap<LoadForTypes, Map<LoadedModule, Map<string, CachedType>>>();

/** Caches results, because most names occur in a module more than once. */
function findOnce(
  load: LoadForTypes,
  module: LoadedModule,
  name: IdentifierNode,
): FoundType | undefined {
  const modules = valueFor(FOUND, load, () => new Map<LoadedModule, Map<string, CachedType>>());
  const names = valueFor(modules, module, () => new Map<string, CachedType>());
  const context = contextOf(name);
  const known = names.get(name.value);
  if (known?.context === context) return known.type;
  const type = findNamed(load, module, name);
  names.set(name.value, { context, type });
  return type;
}

export function findExportedType(
  load: LoadForTypes,
  module: LoadedModule,
  name: string,
): FoundType | undefined {
  return follow(load, { kind: 'export', module, name }, typeOwn);
}

export function findExportedNamespace(
  load: LoadForTypes,
  module: LoadedModule,
  name: string,
): LoadedModule | undefined {
  const found = follow(load, { kind: 'export', module, name }, namespaceOwn);
  return found?.kind === 'namespace' ? found.module : undefined;
}

/** Returns the type of `import('./city.js').City`. */
export function findImportedType(
  load: LoadForTypes,
  module: LoadedModule,
  { specifier, name }: { readonly specifier: string; readonly name: EntityName },
): FoundType | undefined {
  const whole = follow(load, { kind: 'import', module, specifier, name: NAMESPACE }, namespaceOwn);
  const part = (of: EntityName, own: Own): FoundType | undefined =>
    of.type === 'Identifier'
      ? findMember(load, { of: whole, name: of.value }, own)
      : findMember(load, { of: part(of.left, namespaceOwn), name: of.right.value }, own);
  return part(name, typeOwn);
}

function findNamed(
  load: LoadForTypes,
  module: LoadedModule,
  name: IdentifierNode,
): FoundType | undefined {
  const around = aroundOf(module);
  const { types, equals } = declaredNames(module.record);
  const declared = types.get(name.value);
  const binding = bindingOf(module, name);
  const isSame = declared?.context === contextOf(name) && binding?.kind !== 'class';
  if (around || isSame || equals.has(name.value)) {
    const own = follow(load, { kind: 'export', module, name: name.value }, typeOwn);
    if (around) return own ?? findNamed(load, around, name);
    if (declared) return { ...declared, module };
    if (own) return own;
  }
  const [step] = stepsOf(module, binding);
  const found = step && follow(load, step, typeOwn);
  if (found) return found;
  const isOther = !binding && module.record.names.named(name.value).length > 0;
  return declared || isOther ? { kind: 'local' } : undefined;
}

function bindingOf({ record }: LoadedModule, name: IdentifierNode): Binding | undefined {
  return record.names.find(identifierOf(name));
}

function follow(load: LoadForTypes, first: ExportStep<FoundType>, own: Own): FoundType | undefined {
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
  const named: Exports<FoundType>['named'] = (module, name) =>
    namedSteps(module, name, (of, inner) => own(load, of, inner));
  return followExports({ named, stars, target }, first);
}

function found(type: FoundType): ExportStep<FoundType> & { readonly kind: 'found' } {
  return { kind: 'found', found: type };
}

function stars({ record }: LoadedModule): readonly string[] {
  return [...record.starExports, ...declaredNames(record).stars];
}

type OwnNames = (module: LoadedModule, name: string) => FoundType | undefined;

function namedSteps(
  module: LoadedModule,
  name: string,
  own: OwnNames,
): readonly ExportStep<FoundType>[] | undefined {
  const { record } = module;
  const { exported, defaultName } = declaredNames(record);
  const renamed = exported.get(name);
  if (renamed?.specifier !== undefined)
    return [{ kind: 'import', module, specifier: renamed.specifier, name: renamed.name }];
  if (renamed) return topLevelSteps(module, renamed.name, own);
  const declared = own(module, name === 'default' ? (defaultName ?? name) : name);
  if (declared) return [found(declared)];
  const value = record.exports.get(name);
  switch (value?.kind) {
    case 'from':
      return [{ ...value, kind: 'import', module }];
    case 'unnamed':
      return value.binding.kind === 'class' ? stepsOf(module, value.binding) : undefined;
    case 'local':
      return name === 'default'
        ? topLevelSteps(module, value.name.value, own)
        : stepsOf(module, record.names.find(value.name));
    default:
      return assignedSteps(module, name, own);
  }
}

/** Returns what `export = N` exports: `N` itself as the default, and the members of `N` by name. */
function assignedSteps(
  module: LoadedModule,
  name: string,
  own: OwnNames,
): readonly ExportStep<FoundType>[] | undefined {
  const assigned = module.record.exports.get(EXPORT_EQUALS);
  const init =
    assigned?.kind === 'unnamed' && assigned.binding.kind === 'value' && assigned.binding.init;
  if (!init || init.type !== 'Identifier') return undefined;
  const { value } = init;
  if (name === 'default') return topLevelSteps(module, value, own);
  const inner = namespaceIn(module, value);
  return inner && [{ kind: 'export', module: inner, name }];
}

/** Looks for a declaration or import at the top level of a module, or in the scope around a namespace. */
function topLevelSteps(
  module: LoadedModule,
  name: string,
  own: OwnNames,
): readonly ExportStep<FoundType>[] {
  for (let of: LoadedModule | undefined = module; of; of = aroundOf(of)) {
    const declared = own(of, name);
    if (declared) return [found(declared)];
  }
  return module.record.names.named(name).flatMap((binding) => stepsOf(module, binding));
}

function stepsOf(
  module: LoadedModule,
  binding: Binding | undefined,
): readonly ExportStep<FoundType>[] {
  switch (binding?.kind) {
    case 'import':
      return [{ ...binding, module }];
    case 'class':
    case 'enum':
      return [found({ ...binding, module })];
    default:
      return [];
  }
}

const NAMESPACES = new WeakMap<LoadedModule, Map<string, LoadedModule>>();
type Around = { readonly module: LoadedModule; readonly name: string };
const AROUND = new WeakMap<LoadedModule, Around>();

/** Returns the module or namespace that contains a namespace; undefined for a module. */
function aroundOf(module: LoadedModule): LoadedModule | undefined {
  return AROUND.get(module)?.module;
}

/** Returns a namespace and the namespaces around it, outermost first, each with what contains it; empty for a module. */
export function namespacesOf(module: LoadedModule): readonly Around[] {
  const around = AROUND.get(module);
  return around ? [...namespacesOf(around.module), around] : [];
}

/** Returns all declarations of a namespace as if the namespace were a module. */
function namespaceIn(module: LoadedModule, name: string): LoadedModule | undefined {
  const nodes = declaredNames(module.record).namespaces.get(name);
  if (!nodes) return undefined;
  const known = valueFor(NAMESPACES, module, () => new Map<string, LoadedModule>());
  return valueFor(known, name, () => {
    const typeItems = nodes.flatMap((node) => itemsOf(node, isAmbient(module)));
    const exports = new Map<string, ModuleExport>();
    for (const item of typeItems) {
      const declared = item.type === 'ExportDeclaration' && declarationOf(item);
      if (declared && declared.type === 'TsEnumDeclaration')
        exports.set(declared.id.value, { kind: 'local', name: declared.id });
    }
    const made = {
      ...module,
      path: `${module.path}#${name}`,
      file: `${module.file}#${name}`,
      record: { ...module.record, typeItems, exports, starExports: [] },
    };
    AROUND.set(made, { module, name });
    return made;
  });
}

/** Tells whether a module consists only of declarations without values. */
function isAmbient({ path }: LoadedModule): boolean {
  return /\.d\.[cm]?ts(?:#|$)/.test(path);
}

function itemsOf({ body, declare }: NamespaceNode, isAround: boolean): readonly ModuleItem[] {
  if (!body) return [];
  const isDeclared = isAround || declare;
  if (body.type === 'TsNamespaceDeclaration') {
    const inner = { ...body, type: 'TsModuleDeclaration', declare: isDeclared };
    return [inner as unknown as ModuleItem]; // because swc uses another type for the inner names of `N.M`
  }
  return isDeclared ? body.body.map(declared) : body.body;
}

function declared(item: ModuleItem): ModuleItem {
  if (item.type === 'ExportDeclaration') {
    const { declaration } = item;
    return { ...item, declaration: { ...declaration, declare: true } };
  }
  return 'declare' in item ? { ...item, declare: true } : item;
}
