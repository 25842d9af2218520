// What the names in a type mean where it stands: the module, and the type parameters around it.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Span } from '../syntax/tree.js';
import { refuse, type Bound, type Meaning, type MeaningOf, type NodePlace } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { TypeNode } from './type-node.js';
import type { ImportedModule } from './imported-module.js';

/** A call that says more of a value than is read. */
export type SchemaNote = { readonly at: NodePlace; readonly name: string };

/** What the parts need of the whole: a type of any kind holds types of all kinds. */
export type TypeWorld = {
  readonly evaluate: (node: TypeNode, scope: Scope) => Meaning;
  /** The module that an import means. */
  readonly load: (importer: LoadedModule, specifier: string) => ImportedModule;
  /** Counted down while one annotation is read. */
  readonly budget: { steps: number; depth: number };
  /** What references mean, by declaration and arguments; undefined while one is being read. */
  readonly references: Map<object, Map<string, Meaning | undefined>>;
  /** What schema values take, by the expressions that make them. */
  readonly schemas: Map<object, () => Meaning>;
  /** Calls of schemas that the document leaves out. */
  readonly notes: SchemaNote[];
  /** What nodes mean, by the arguments around them. */
  readonly nodes: Map<string, Map<TypeNode, Meaning>>;
};

export type ScopedName = Bound & {
  /** `T` of `K extends keyof T`. */
  readonly keysOf?: Bound;
};

export type NamedArguments = readonly (readonly [string, ScopedName])[];

export class Scope {
  readonly world: TypeWorld;
  readonly module: LoadedModule;
  readonly names: ReadonlyMap<string, ScopedName>;
  #known: Map<TypeNode, Meaning> | undefined;

  constructor(world: TypeWorld, module: LoadedModule, names: Scope['names']) {
    this.world = world;
    this.module = module;
    this.names = names;
  }

  /** What nodes mean in all scopes whose names mean the same. Most scopes are left before anybody asks. */
  get known(): Map<TypeNode, Meaning> {
    return (this.#known ??= knownNodes(this.world, this.names));
  }
}

export function moduleScope(world: TypeWorld, module: LoadedModule): Scope {
  return new Scope(world, module, NO_NAMES);
}

function knownNodes({ nodes }: TypeWorld, names: Scope['names']): Map<TypeNode, Meaning> {
  let key = '';
  for (const [name, { id }] of names) key += `${name}=${id},`;
  let known = nodes.get(key);
  if (!known) nodes.set(key, (known = new Map<TypeNode, Meaning>()));
  return known;
}

const NO_NAMES: ReadonlyMap<string, ScopedName> = new Map();

/** A scope with more names, which may hide others. */
export function withNames(scope: Scope, added: NamedArguments): Scope {
  if (added.length === 0) return scope;
  const names = new Map(scope.names);
  for (const [name, bound] of added) names.set(name, bound);
  return new Scope(scope.world, scope.module, names);
}

export function placeOf(scope: Scope, { span }: { readonly span: Span }): NodePlace {
  return { module: scope.module, span };
}

export function refuseNode(
  scope: Scope,
  node: { readonly span: Span },
  refusal: Refusal,
): MeaningOf<'refused'> {
  return refuse(placeOf(scope, node), refusal);
}
