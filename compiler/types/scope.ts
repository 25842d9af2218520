// The scope of a type node: its module, and the type parameters that are visible there.
import { valueFor } from '../groups.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { Span } from '../syntax/tree.js';
import { refuse, type Bound, type Meaning, type MeaningOf, type NodePlace } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { ImportNode, ReferenceNode, TypeArguments, TypeNode } from './type-node.js';
import type { ImportedModule } from './find-type.js';

/** A call in a schema that checks more than the document shows. */
export type SchemaNote = { readonly at: NodePlace; readonly name: string };

/** State and functions that all type readers share. The reader of each form calls these functions to read the parts. */
export type TypeWorld = {
  readonly evaluate: (node: TypeNode, scope: Scope) => Meaning;
  readonly load: (importer: LoadedModule, specifier: string) => ImportedModule;
  /** The remaining number of nodes and the current depth, for one annotation. */
  readonly budget: { steps: number; depth: number };
  /** The meaning of each declaration for each set of type arguments; undefined while it is being read. */
  readonly references: Map<object, Map<string, Meaning | undefined>>;
  /** The input types of schema values, by the expression that creates the schema. */
  readonly schemas: Map<object, () => Meaning>;
  /** Calls in schemas whose checks are missing from the document. */
  readonly notes: SchemaNote[];
  /** The meaning of each node for each set of type arguments in scope. */
  readonly nodes: Map<string, Map<TypeNode, Meaning>>;
};

export type ScopedName = Bound & {
  /** The `T` in a type parameter `K extends keyof T`. */
  readonly keysOf?: Bound;
};

export type NamedArguments = readonly (readonly [string, ScopedName])[];

export type Referring = {
  readonly node: ReferenceNode | ImportNode;
  readonly args: TypeArguments | undefined;
  readonly scope: Scope;
};

export class Scope {
  readonly world: TypeWorld;
  readonly module: LoadedModule;
  readonly names: ReadonlyMap<string, ScopedName>;
  /** The location at which a type from TypeScript's library is used. Rejections inside the library type are reported there. */
  readonly use: NodePlace | undefined;
  #known: Map<TypeNode, Meaning> | undefined;

  constructor(
    { world, module, use }: Pick<Scope, 'world' | 'module' | 'use'>,
    names: Scope['names'],
  ) {
    this.world = world;
    this.module = module;
    this.use = use;
    this.names = names;
  }

  /** The meanings of nodes, shared by scopes with the same type arguments. The map is created late: most scopes need none. */
  get known(): Map<TypeNode, Meaning> {
    return (this.#known ??= knownNodes(this.world, this.names));
  }
}

export function moduleScope(world: TypeWorld, module: LoadedModule, use?: NodePlace): Scope {
  return new Scope({ world, module, use }, NO_NAMES);
}

function knownNodes({ nodes }: TypeWorld, names: Scope['names']): Map<TypeNode, Meaning> {
  let key = '';
  names.forEach(({ id }, name) => (key += `${name}=${id},`));
  return valueFor(nodes, key, () => new Map<TypeNode, Meaning>());
}

const NO_NAMES: ReadonlyMap<string, ScopedName> = new Map();

/** Returns the scope with additional type parameters. They may hide others with the same name. */
export function withNames(scope: Scope, added: NamedArguments): Scope {
  if (added.length === 0) return scope;
  const names = scope.names.size === 0 ? added : [...scope.names, ...added];
  return new Scope(scope, new Map(names));
}

/** Returns the name of a type parameter in scope that a node consists of. */
export function parameterName(node: TypeNode, scope: Scope): string | undefined {
  if (node.type === 'TsParenthesizedType') return parameterName(node.typeAnnotation, scope);
  if (node.type !== 'TsTypeReference' || node.typeName.type !== 'Identifier') return undefined;
  const { value } = node.typeName;
  return scope.names.has(value) ? value : undefined;
}

export function placeInScope(scope: Scope, { span }: { readonly span: Span }): NodePlace {
  return scope.use ?? { module: scope.module, span };
}

export function refuseNode(
  scope: Scope,
  node: { readonly span: Span },
  refusal: Refusal,
): MeaningOf<'refused'> {
  return refuse(placeInScope(scope, node), refusal);
}
