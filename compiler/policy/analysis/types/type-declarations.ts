// Which type a name means, as the analysis needs it: an export of a package, a class, the members of an interface, an alias.
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { ClassNode, Expression, PropertyName, TsType } from '../../../syntax/tree.js';
import { findType as findDeclared, type FoundType as Declared } from '../../../types/find-type.js';
import type { LoadForTypes } from '../../../types/imported-module.js';
import type {
  EntityName as DeclaredName,
  InterfaceNode,
  TypeParameters,
} from '../../../types/type-node.js';
import type { Analysis } from '../analysis.js';

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
  const found = findDeclared(loaderOf(analysis), module, name as unknown as DeclaredName); // because swc's declarations differ from its answers
  switch (found?.kind) {
    case 'package':
    case 'unread':
    case 'class':
      return found;
    case 'interface':
      return membersOf(found);
    case 'alias': {
      const { node } = found;
      const type = node.typeAnnotation as unknown as TsType; // because swc's declarations differ from its answers
      return { kind: 'alias', module: found.module, type, parameters: namesOf(node.typeParams) };
    }
    default:
      return undefined;
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

/** Interfaces of one name add up. */
function membersOf({ module, nodes }: Declared & { readonly kind: 'interface' }): FoundType {
  return {
    kind: 'members',
    module,
    members: nodes.flatMap(({ body }) => body.body as unknown as readonly TypeMember[]), // because swc's types leave out the new form of members
    bases: nodes.flatMap((node) => node.extends.flatMap(baseOf)),
    parameters: namesOf(nodes[0]?.typeParams),
  };
}

type Base = InterfaceNode['extends'][number];

/** What an interface extends, as the reference to a type that it is. */
function baseOf({ expression, typeArguments, span }: Base): readonly TsType[] {
  const typeName = entityOf(expression);
  if (!typeName) return [];
  const typeParams = typeArguments && { typeParams: typeArguments };
  return [{ type: 'TsTypeReference', span, typeName, ...typeParams } as unknown as TsType]; // because swc's declarations differ from its answers
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

function namesOf(parameters: TypeParameters | undefined): readonly string[] {
  return parameters?.parameters.map(({ name }) => name.value) ?? [];
}
