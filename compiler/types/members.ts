// Evaluates the members of interfaces and object types.
import { once } from '../groups.js';
import {
  ANY,
  meaning,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
  type NodePlace,
  NEVER,
  refuse,
} from './meaning.js';
import type { Expression, Span } from '../syntax/tree.js';
import { notKnown, type Refusal } from './refusals.js';
import { placeInScope, refuseNode, type Scope } from './scope.js';
import {
  entityOf,
  type Annotation,
  type MemberNode,
  type ParameterNode,
  type TupleElement,
  type TypeNode,
} from './type-node.js';
import { membersOf, unionOf, withUndefined } from './unions.js';
import { reduced } from './intersections.js';

export type Members = {
  readonly properties: Map<string, MeantProperty>;
  readonly indexes: MeantIndex[];
};

export function objectOf(
  members: readonly MemberNode[],
  scope: Scope,
  node: { readonly span: TypeNode['span'] },
): Meaning {
  const read = readMembers(members, scope);
  if ('kind' in read) return read;
  return meaning({ kind: 'object', ...read, at: placeInScope(scope, node) });
}

/** Returns the properties and index signatures, or a rejection if one of the members cannot be read. */
export function readMembers(members: readonly MemberNode[], scope: Scope): Members | Meaning {
  const properties = new Map<string, MeantProperty>();
  const indexes: MeantIndex[] = [];
  for (const member of members) {
    switch (member.type) {
      case 'TsPropertySignature':
      case 'TsMethodSignature':
      case 'TsGetterSignature':
      case 'TsSetterSignature': {
        const named = nameOf(member, scope);
        if (named === undefined) return refuseNode(scope, member, COMPUTED_NAME);
        const { value: name, member: of } = named;
        const isOverloaded = member.type === 'TsMethodSignature' && properties.has(String(name));
        properties.set(String(name), {
          type: once(() => propertyType(member, scope, isOverloaded)),
          isOptional: 'optional' in member && member.optional,
          at: placeInScope(scope, member),
          ...(typeof name === 'number' && { isNumeric: true as const }),
          ...(of && { name: of }),
        });
        break;
      }
      case 'TsIndexSignature': {
        const index = readIndex(member, scope);
        if ('kind' in index) return index;
        indexes.push(...index);
        break;
      }
      case 'TsCallSignatureDeclaration':
      case 'TsConstructSignatureDeclaration':
        return functionAt(placeInScope(scope, member));
      default:
        return refuseNode(scope, member, notKnown('such members')); // because the parser may support newer members
    }
  }
  return { properties, indexes };
}

const COMPUTED_NAME: Refusal = {
  why: 'the name of a property is computed',
  instead: 'Write the name explicitly.',
};

type NamedMember = Extract<MemberNode, { readonly computed: boolean }>;

type Name = {
  readonly value: string | number;
  readonly member?: Meaning;
};

function nameOf({ key, computed }: NamedMember, scope: Scope): Name | undefined {
  if (key.type === 'StringLiteral' || key.type === 'NumericLiteral') return { value: key.value };
  if (key.type === 'Identifier' && !computed) return { value: key.value };
  const exprName = entityOf(key as unknown as Expression); // because swc's declarations differ from its output
  const query = exprName && ({ type: 'TsTypeQuery', span: key.span, exprName } as const);
  const type = query && scope.world.evaluate(query, scope);
  if (type?.kind !== 'literal' || typeof type.value === 'boolean') return undefined;
  return { value: type.value, ...(type.enum && { member: type }) };
}

function propertyType(member: NamedMember, scope: Scope, isOverloaded: boolean): Meaning {
  switch (member.type) {
    case 'TsPropertySignature':
      return member.typeAnnotation
        ? scope.world.evaluate(member.typeAnnotation.typeAnnotation, scope)
        : ANY;
    case 'TsMethodSignature':
      return isOverloaded
        ? functionAt(placeInScope(scope, member))
        : functionOf({ node: member, returns: member.typeAnn }, scope);
    case 'TsGetterSignature':
    case 'TsSetterSignature':
      return refuseNode(scope, member, ACCESSOR);
  }
}

const ACCESSOR: Refusal = { why: 'it is an accessor', instead: 'Write it as a property.' };

/** Creates a function about which nothing is known. */
export function functionAt(at: NodePlace): MeaningOf<'foreign'> {
  return meaning({ kind: 'foreign', what: 'function', name: 'function', of: [], at });
}

export type Signature = {
  readonly node: {
    readonly span: Span;
    readonly typeParams?: object | null;
    readonly params: readonly ParameterNode[];
  };
  readonly returns: Annotation | null | undefined;
};

/** Creates a function. Its parameters and return type are known if they are annotated and it has no type parameters. */
export function functionOf({ node, returns }: Signature, scope: Scope): MeaningOf<'foreign'> {
  const type = functionAt(placeInScope(scope, node));
  if (node.typeParams) return type;
  const takes = tupleOf(node);
  return {
    ...type,
    of: returns ? [once(() => scope.world.evaluate(returns.typeAnnotation, scope))] : [],
    ...(takes && { parameters: once(() => scope.world.evaluate(takes, scope)) }),
  };
}

/** Returns the parameters as the tuple that TypeScript creates; undefined if one of them has no annotation. */
function tupleOf({ span, params }: Signature['node']): TypeNode | undefined {
  const elements: { readonly label: TupleElement['label'] & object; readonly ty: TypeNode }[] = [];
  let required = 0;
  for (const param of params.map((one) => one.pat ?? one)) {
    if (param.value === 'this') continue;
    const ty = (param.left ?? param).typeAnnotation?.typeAnnotation;
    if (!ty) return undefined;
    const optional = param.left !== undefined || param.optional === true;
    elements.push({ label: { type: param.type, optional }, ty });
    if (!optional && param.type !== 'RestElement') required = elements.length;
  }
  const [only] = elements;
  if (elements.length === 1 && only?.label.type === 'RestElement') return only.ty;
  // A parameter with a default may precede a required one.
  const elemTypes = elements.map(({ label, ty }, index) =>
    index < required ? { ty } : { label, ty },
  );
  return { type: 'TsTupleType', span, elemTypes };
}

type IndexNode = MemberNode & { readonly type: 'TsIndexSignature' };

function readIndex(member: IndexNode, scope: Scope): readonly MeantIndex[] | Meaning {
  const keyNode = member.params[0]?.typeAnnotation?.typeAnnotation;
  const valueNode = member.typeAnnotation?.typeAnnotation;
  if (!keyNode || !valueNode) return refuseNode(scope, member, notKnown('such members'));
  const keys = scope.world.evaluate(keyNode, scope);
  const type = once(() => scope.world.evaluate(valueNode, scope));
  return indexesFor(keys, type) ?? refuseNode(scope, keyNode, NAMES);
}

/** Returns the index signatures for a key type; undefined for keys that are not strings. */
export function indexesFor(
  keys: Meaning,
  type: MeantIndex['type'],
): readonly MeantIndex[] | undefined {
  const indexes: MeantIndex[] = [];
  for (const key of membersOf(keys)) {
    if (key.kind !== 'text' || key.rules || (key.templates && key.templates.length > 1))
      return undefined;
    const pattern = key.templates?.[0];
    indexes.push({ type, ...(pattern !== undefined && { pattern }) });
  }
  return indexes;
}

const NAMES: Refusal = {
  why: 'names in JSON are strings, and it is unclear which of them this type allows',
  instead: 'Write `[name: string]: T`, or name the properties.',
};

export function indexed(written: Meaning, key: Meaning, at: NodePlace): Meaning {
  const type = reduced(written);
  if (type.kind === 'refused') return type;
  if (key.kind === 'refused') return key;
  if (type.kind === 'any') return ANY;
  if (type.kind === 'never') return NEVER;
  if (type.kind === 'union') return unionOf(type.of.map((member) => indexed(member, key, at)));
  if (key.kind === 'never') return NEVER;
  return unionOf(membersOf(key).map((member) => memberMeaning(type, member, at)));
}

function memberMeaning(type: Meaning, key: Meaning, at: NodePlace): Meaning {
  switch (type.kind) {
    case 'object':
      return key.kind === 'literal'
        ? propertyOf(type, String(key.value), at)
        : indexOf(type, key, at);
    case 'list':
      return isNumber(key) ? type.of() : refuse(at, notKnown('such members of lists'));
    case 'tuple':
      return itemOf(type, key, at);
    default:
      return refuse(at, notKnown('members of this type'));
  }
}

function isNumber(key: Meaning): boolean {
  return key.kind === 'number' || (key.kind === 'literal' && /^\d+$/.test(String(key.value)));
}

function propertyOf(type: MeaningOf<'object'>, name: string, at: NodePlace): Meaning {
  const property = type.properties.get(name);
  if (property) return withUndefined(property);
  const index = type.indexes.find(({ pattern }) => pattern === undefined);
  if (index && type.indexes.length === 1) return index.type();
  return refuse(at, noProperty(name));
}

const noProperty = (name: string): Refusal => ({
  why: `the type has no known property \`${name}\``,
  instead: 'Name a property of the type.',
});

function indexOf({ indexes }: MeaningOf<'object'>, key: Meaning, at: NodePlace): Meaning {
  const [first] = indexes;
  const isText = key.kind === 'text' && !key.rules && !key.templates;
  const isKnown = isText || (key.kind === 'number' && !key.rules);
  if (isKnown && first && indexes.length === 1 && first.pattern === undefined) return first.type();
  if (first && key.kind === 'text' && key.templates?.length === 1) {
    const same = indexes.find(({ pattern }) => pattern === key.templates?.[0]);
    if (same && indexes.length === 1) return same.type();
  }
  return refuse(at, notKnown('members of this type'));
}

function itemOf(type: MeaningOf<'tuple'>, key: Meaning, at: NodePlace): Meaning {
  const items = type.items.map(withUndefined);
  if (key.kind === 'number') return unionOf([...items, ...(type.rest ? [type.rest()] : [])]);
  if (!isNumber(key) || key.kind !== 'literal')
    return refuse(at, notKnown('such members of lists'));
  const item = items[Number(key.value)];
  if (item) return item;
  return type.rest ? type.rest() : refuse(at, noProperty(String(key.value)));
}
