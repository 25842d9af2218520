// Which type a name means: an export of a package, a class, an interface or an alias of the project.
import { bindingDefinition } from '../../facts/definition.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import type { NameTable } from '../../facts/name-table.js';
import { NAMESPACE } from '../../facts/scan-imports.js';
import type { ClassNode, Expression, ModuleItem, PropertyName, TsType } from '../../syntax/tree.js';
import type { Analysis } from './analysis.js';

/** A member of an interface or of an object type. */
export type TypeMember = {
  readonly type: string;
  readonly key?: PropertyName;
  readonly typeAnn?: { readonly typeAnnotation: TsType } | null;
  readonly typeAnnotation?: { readonly typeAnnotation: TsType } | null;
};

export type FoundType =
  | {
      readonly kind: 'package';
      readonly specifier: string;
      readonly name: string;
      /** `export *` of a package may export any name. */
      readonly isGuess?: true;
    }
  /** A type of a module that is not read, which can be of the SDK only by its arguments. */
  | { readonly kind: 'unread'; readonly isGuess?: true }
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

type Names = {
  readonly imports: ReadonlyMap<string, Binding & { readonly kind: 'import' }>;
  readonly classes: ReadonlyMap<string, ClassNode>;
};

const NAMES = new WeakMap<NameTable, Names>();

/** The imports and the classes of a module, by their names; the first of each name. */
function namesIn({ record }: LoadedModule): Names {
  const known = NAMES.get(record.names);
  if (known) return known;
  const imports = new Map<string, Binding & { readonly kind: 'import' }>();
  const classes = new Map<string, ClassNode>();
  for (const [name, binding] of record.names.all()) {
    if (binding.kind === 'import' && !imports.has(name)) imports.set(name, binding);
    if (binding.kind === 'class' && !classes.has(name)) classes.set(name, binding.node);
  }
  const names = { imports, classes };
  NAMES.set(record.names, names);
  return names;
}

function importOf(
  module: LoadedModule,
  name: string,
): (Binding & { readonly kind: 'import' }) | undefined {
  return namesIn(module).imports.get(name);
}

function classOf(module: LoadedModule, name: string): FoundType | undefined {
  const node = namesIn(module).classes.get(name);
  return node && { kind: 'class', module, node };
}

function findImported(
  analysis: Analysis,
  module: LoadedModule,
  { specifier, name, seen }: Search & { readonly specifier: string },
): FoundType | undefined {
  const target = module.resolve(specifier);
  if (target.kind === 'package') return { kind: 'package', specifier: target.specifier, name };
  if (target.kind !== 'module' || name === NAMESPACE) return undefined;
  if (analysis.unread.has(target.path)) return { kind: 'unread' };
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
  let guess: FoundType | undefined;
  for (const specifier of module.record.starExports) {
    const found = findStar(analysis, module, { specifier, name, seen });
    if (found && !isGuess(found)) return found;
    guess ??= found;
  }
  return guess;
}

function findStar(
  analysis: Analysis,
  module: LoadedModule,
  search: Search & { readonly specifier: string },
): FoundType | undefined {
  const found = findImported(analysis, module, search);
  const isPackage = module.resolve(search.specifier).kind === 'package';
  if (found?.kind === 'unread') return { ...found, isGuess: true };
  return found?.kind === 'package' && isPackage ? { ...found, isGuess: true } : found;
}

function isGuess(found: FoundType): boolean {
  return 'isGuess' in found && found.isGuess;
}

/** `export type { X } from './x'`, which is no export of a value. */
function reexportedType(
  analysis: Analysis,
  module: LoadedModule,
  { name, seen }: Search,
): FoundType | undefined {
  for (const item of analysis.programs.get(module.path) ?? []) {
    if (item.type === 'ExportAllDeclaration' && 'typeOnly' in item) {
      const specifier = item.source.value;
      const found = findStar(analysis, module, { specifier, name, seen });
      if (found && !isGuess(found)) return found;
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
      const bases = declared.extends.flatMap(baseOf);
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

type Base = Extract<ModuleItem, { readonly type: 'TsInterfaceDeclaration' }>['extends'][number];

/** What an interface extends, as the reference to a type that it is. */
function baseOf({ expression, typeArguments, span }: Base): readonly TsType[] {
  const typeName = entityOf(expression);
  if (!typeName) return [];
  const typeParams = typeArguments && { typeParams: typeArguments };
  return [{ type: 'TsTypeReference', span, typeName, ...typeParams }];
}

/** `a.b.C` is a member expression behind `extends`, and a name everywhere else. */
function entityOf(expression: Expression): EntityName | undefined {
  if (expression.type === 'Identifier') return expression;
  if (expression.type !== 'MemberExpression' || expression.property.type !== 'Identifier')
    return undefined;
  const left = entityOf(expression.object);
  const { property: right, span } = expression;
  return left && ({ type: 'TsQualifiedName', span, left, right } as EntityName); // because swc's type leaves out the span
}

type Parameters = Extract<ModuleItem, { readonly type: 'TsInterfaceDeclaration' }>['typeParams'];

function namesOf(parameters: Parameters | null): readonly string[] {
  return parameters?.parameters.map(({ name }) => name.value) ?? [];
}
