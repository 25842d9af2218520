// Which type a name means: an export of a package, a class, an interface or an alias of the project.
import { bindingDefinition } from '../../facts/definition.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import { NAMESPACE } from '../../facts/scan-imports.js';
import type { ClassNode, Identifier, ModuleItem, PropertyName, TsType } from '../../syntax/tree.js';
import type { Analysis } from './analysis.js';

/** A member of an interface or of an object type. */
export type TypeMember = {
  readonly type: string;
  readonly key?: PropertyName;
  readonly typeAnn?: { readonly typeAnnotation: TsType } | null;
  readonly typeAnnotation?: { readonly typeAnnotation: TsType } | null;
};

export type FoundType =
  | { readonly kind: 'package'; readonly specifier: string; readonly name: string }
  | { readonly kind: 'class'; readonly module: LoadedModule; readonly node: ClassNode }
  | {
      readonly kind: 'members';
      readonly module: LoadedModule;
      readonly members: readonly TypeMember[];
      readonly bases: readonly TsType[];
      readonly parameters: readonly string[];
    }
  | {
      readonly kind: 'alias';
      readonly module: LoadedModule;
      readonly type: TsType;
      readonly parameters: readonly string[];
    };

type EntityName = Extract<TsType, { readonly type: 'TsTypeReference' }>['typeName'];

/** The type that a name means in a module; undefined for those of the language. */
export function findType(
  analysis: Analysis,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  if (name.type === 'Identifier')
    return findNamed(analysis, module, { name: name.value, seen: new Set() });
  if (name.left.type !== 'Identifier') return undefined;
  const binding = importOf(module, name.left.value);
  if (!binding) return undefined;
  const right = name.right.value;
  const target = module.resolve(binding.specifier);
  if (target.kind === 'package')
    return { kind: 'package', specifier: target.specifier, name: right };
  return findImported(analysis, module, {
    specifier: binding.specifier,
    name: right,
    seen: new Set(),
  });
}

type Search = { readonly name: string; readonly seen: Set<string> };

function findNamed(
  analysis: Analysis,
  module: LoadedModule,
  { name, seen }: Search,
): FoundType | undefined {
  const binding = importOf(module, name);
  if (binding) {
    const { specifier } = binding;
    return findImported(analysis, module, { specifier, name: binding.name, seen });
  }
  return declaredTypes(analysis, module).get(name) ?? classOf(module, name);
}

function importOf(
  { record }: LoadedModule,
  name: string,
): (Binding & { kind: 'import' }) | undefined {
  for (const [known, binding] of record.names.all()) {
    if (known === name && binding.kind === 'import') return binding;
  }
  return undefined;
}

function classOf(module: LoadedModule, name: string): FoundType | undefined {
  for (const [known, binding] of module.record.names.all()) {
    if (known === name && binding.kind === 'class')
      return { kind: 'class', module, node: binding.node };
  }
  return undefined;
}

function findImported(
  analysis: Analysis,
  module: LoadedModule,
  { specifier, name, seen }: Search & { readonly specifier: string },
): FoundType | undefined {
  const target = module.resolve(specifier);
  if (target.kind === 'package') return { kind: 'package', specifier: target.specifier, name };
  if (target.kind !== 'module' || name === NAMESPACE) return undefined;
  const exporter =
    analysis.program.graph.modules.get(target.path) ?? analysis.loadTypes(module, specifier);
  return exporter && findExported(analysis, exporter, { name, seen });
}

function findExported(
  analysis: Analysis,
  module: LoadedModule,
  { name, seen }: Search,
): FoundType | undefined {
  const key = `${name} ${module.path}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const exported = module.record.exports.get(name);
  if (exported?.kind === 'class') return { kind: 'class', module, node: exported.node };
  if (exported?.kind === 'local') {
    const local = findNamed(analysis, module, { name: exported.name.value, seen });
    if (local) return local;
    const binding = module.record.names.find(exported.name);
    const definition = binding && bindingDefinition(analysis.program, module, { name, binding });
    if (definition?.kind === 'package') return definition;
  }
  if (exported?.kind === 'from') {
    const { specifier } = exported;
    return findImported(analysis, module, { specifier, name: exported.name, seen });
  }
  const own =
    declaredTypes(analysis, module).get(name) ?? reexportedType(analysis, module, { name, seen });
  if (own) return own;
  for (const specifier of module.record.starExports) {
    const found = findImported(analysis, module, { specifier, name, seen });
    if (found && found.kind !== 'package') return found;
  }
  return undefined;
}

/** `export type { X } from './x'`, which is no export of a value. */
function reexportedType(
  analysis: Analysis,
  module: LoadedModule,
  { name, seen }: Search,
): FoundType | undefined {
  for (const item of analysis.programs.get(module.path) ?? []) {
    if (item.type === 'ExportAllDeclaration' && 'typeOnly' in item) {
      const found = findImported(analysis, module, { specifier: item.source.value, name, seen });
      if (found && found.kind !== 'package') return found;
    }
    if (item.type !== 'ExportNamedDeclaration') continue;
    for (const specifier of item.specifiers) {
      if (specifier.type !== 'ExportSpecifier') continue;
      if ((specifier.exported ?? specifier.orig).value !== name) continue;
      const original = specifier.orig.value;
      if (!item.source) return findNamed(analysis, module, { name: original, seen });
      const source = item.source.value;
      return findImported(analysis, module, { specifier: source, name: original, seen });
    }
  }
  return undefined;
}

const DECLARED = new WeakMap<readonly ModuleItem[], ReadonlyMap<string, FoundType>>();

/** The interfaces and aliases that a module declares. */
function declaredTypes(
  { programs }: Analysis,
  module: LoadedModule,
): ReadonlyMap<string, FoundType> {
  const items = programs.get(module.path) ?? [];
  let types = DECLARED.get(items);
  if (!types) DECLARED.set(items, (types = readTypes(module, items)));
  return types;
}

function readTypes(module: LoadedModule, items: readonly ModuleItem[]): Map<string, FoundType> {
  const types = new Map<string, FoundType>();
  for (const item of items) {
    const declared =
      item.type === 'ExportDeclaration'
        ? item.declaration
        : item.type === 'ExportDefaultDeclaration'
          ? item.decl
          : item;
    if (declared.type === 'TsInterfaceDeclaration') {
      const bases = declared.extends.map((base): TsType => ({
        type: 'TsTypeReference',
        span: base.span,
        typeName: base.expression as Identifier, // because an interface extends a name
        ...(base.typeArguments && { typeParams: base.typeArguments }),
      }));
      const members = declared.body.body as unknown as readonly TypeMember[]; // because swc's types leave out the new form of members
      const parameters = namesOf(declared.typeParams);
      const name = declared.id.value;
      types.set(name, { kind: 'members', module, members, bases, parameters });
      if (item.type === 'ExportDefaultDeclaration')
        types.set('default', { kind: 'members', module, members, bases, parameters });
    } else if (declared.type === 'TsTypeAliasDeclaration') {
      const parameters = namesOf(declared.typeParams);
      const type = declared.typeAnnotation;
      types.set(declared.id.value, { kind: 'alias', module, type, parameters });
    }
  }
  return types;
}

type Parameters = Extract<ModuleItem, { readonly type: 'TsInterfaceDeclaration' }>['typeParams'];

function namesOf(parameters: Parameters | null): readonly string[] {
  return parameters?.parameters.map(({ name }) => name.value) ?? [];
}
