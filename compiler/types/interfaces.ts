// Interfaces: the members of all declarations of the name, and of the types that they extend.
import {
  ANY,
  bound,
  meaning,
  UNKNOWN,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
  type Origin,
} from './meaning.js';
import { readMembers } from './members.js';
import { listInterface, notKnown, TOO_LARGE } from './refusals.js';
import {
  moduleScope,
  placeOf,
  refuseNode,
  withNames,
  type NamedArguments,
  type Scope,
} from './scope.js';
import { baseReference, type AliasNode, type InterfaceNode } from './type-node.js';

/** The scope of a declaration's body, and its type arguments. */
export type Body = { readonly scope: Scope; readonly args: NamedArguments };

/** The declared name of an alias or interface with its arguments. */
export function originOf(node: AliasNode | InterfaceNode, { scope, args }: Body): Origin {
  return {
    name: node.id.value,
    at: placeOf(scope, node),
    args: args.map(([, argument]) => argument),
  };
}

/** The object type of an interface: the members of all its declarations and of its base types. */
export function ofInterface(nodes: readonly InterfaceNode[], body: Body): Meaning {
  const [first] = nodes;
  const { scope } = body;
  if (!first) return UNKNOWN;
  const properties = new Map<string, MeantProperty>();
  let own: MeaningOf<'object'> = meaning({
    kind: 'object',
    properties,
    indexes: [],
    isInterface: true,
    at: placeOf(scope, first),
  });
  const indexes: MeantIndex[] = [];
  for (const node of nodes) {
    const names = (node.typeParams?.parameters ?? []).map((parameter, index) => {
      const argument = body.args[index];
      return [parameter.name.value, argument?.[1] ?? bound(ANY)] as const;
    });
    const read = readMembers(
      node.body.body,
      withNames(moduleScope(scope.world, scope.module), names),
    );
    if ('kind' in read) return read;
    read.properties.forEach((property, name) => {
      if (!properties.has(name)) properties.set(name, property);
    });
    indexes.push(...read.indexes);
  }
  own = { ...own, indexes };
  for (const base of nodes.flatMap((node) => node.extends)) {
    const reference = baseReference(base);
    if (!reference) return refuseNode(scope, base, notKnown('such base types'));
    const type = scope.world.evaluate(reference, scope);
    if (type.kind === 'refused') return type;
    if (type.kind !== 'object') {
      const isList = type.kind === 'list' || type.kind === 'tuple';
      const refusal = isList ? listInterface(first.id.value) : notKnown('such base types');
      return refuseNode(scope, base, refusal);
    }
    own = inherit(own, type);
    scope.world.budget.steps -= own.properties.size;
    if (scope.world.budget.steps < 0) return refuseNode(scope, base, TOO_LARGE);
  }
  if (body.args.length > 0) scope.world.budget.steps -= own.properties.size;
  return { ...own, origin: originOf(first, body) };
}

/** An interface's own members replace those of the same name in a base type. */
function inherit(own: MeaningOf<'object'>, base: MeaningOf<'object'>): MeaningOf<'object'> {
  const properties = new Map(base.properties);
  own.properties.forEach((property, name) => {
    properties.delete(name);
    properties.set(name, property);
  });
  const inherited = base.indexes.filter(
    ({ pattern }) => !own.indexes.some((index) => index.pattern === pattern),
  );
  return { ...own, properties, indexes: [...own.indexes, ...inherited] };
}
