// Reads enums whose members have known values.
import { valueFor } from '../groups.js';
import type { Expression, TsEnumDeclaration } from '../syntax/tree.js';
import { findType, type FoundType } from './find-type.js';
import {
  meaning,
  type Meaning,
  type MeantProperty,
  type NodePlace,
  refuse,
  UNKNOWN,
} from './meaning.js';
import type { Refusal } from './refusals.js';
import { placeInScope, type Scope } from './scope.js';
import type { ReferenceNode } from './type-node.js';
import { unionOf } from './unions.js';

type FoundEnum = FoundType & { readonly kind: 'enum' };

/** The type of each member; undefined if its value is computed at run time. */
type Members = ReadonlyMap<string, Meaning | undefined>;

const MEMBERS = new WeakMap<TsEnumDeclaration, Members>();

function membersOfEnum({ nodes }: FoundEnum): Members {
  const [first] = nodes;
  return first ? valueFor(MEMBERS, first, () => readMembers(nodes, first)) : new Map();
}

function readMembers(nodes: readonly TsEnumDeclaration[], first: TsEnumDeclaration): Members {
  const members = new Map<string, Meaning | undefined>();
  const values = new Map<string, Value>();
  for (const node of nodes) {
    // In `declare enum`, a member without a value may have any value.
    const isOpen = node.declare && !node.isConst;
    let next: number | undefined = isOpen ? undefined : 0;
    for (const { id, init } of node.members) {
      const value = init ? enumValue(init, { enum: node.id.value, known: values }) : next;
      next = typeof value === 'number' && !isOpen ? value + 1 : undefined;
      if (value !== undefined) values.set(id.value, value);
      const isKnown = value !== undefined;
      members.set(id.value, isKnown ? meaning({ kind: 'literal', value, enum: first }) : undefined);
    }
  }
  return members;
}

const COMPUTED: Refusal = {
  why: 'the value of an enum member is computed',
  instead: 'Write the value of each member as a string or a number.',
};

const TYPES = new WeakMap<TsEnumDeclaration, Meaning>();

export function enumType(found: FoundEnum): Meaning {
  const [node] = found.nodes;
  return node ? valueFor(TYPES, node, () => readType(found, node)) : UNKNOWN;
}

function readType(found: FoundEnum, node: TsEnumDeclaration): Meaning {
  const members = membersOfEnum(found);
  const types = [...members.values()].filter((member) => member !== undefined);
  const at = { module: found.module, span: node.span };
  if (types.length < members.size) {
    const all = found.nodes.flatMap((one) => one.members);
    const computed = all.find(({ id }) => members.get(id.value) === undefined);
    return refuse({ module: found.module, span: computed?.span ?? node.span }, COMPUTED);
  }
  const type = unionOf(types);
  if (type.kind !== 'union') return type;
  return meaning({ ...type, origin: { name: node.id.value, at, args: [] } });
}

/** Returns the type of `Color.Red`; undefined if the name is not a member of an enum. */
export function enumMember(node: ReferenceNode, scope: Scope): Meaning | undefined {
  const name = node.typeName;
  if (name.type === 'Identifier') return undefined;
  const found = findType(scope.world.load, scope.module, name.left);
  if (found?.kind !== 'enum') return undefined;
  const members = membersOfEnum(found);
  const { value } = name.right;
  if (!members.has(value)) return undefined;
  const at = found.nodes[0] && { module: found.module, span: found.nodes[0].span };
  return members.get(value) ?? refuse(placeInScope(scope, node), COMPUTED, at);
}

/** Evaluates `typeof Color`: an object type that has the members as properties. */
export function enumObject(found: FoundEnum, use: NodePlace): Meaning | undefined {
  const properties = new Map<string, MeantProperty>();
  const [node] = found.nodes;
  if (!node) return undefined;
  const at = { module: found.module, span: node.span };
  for (const [name, member] of membersOfEnum(found)) {
    const type = member ?? refuse(use, COMPUTED, at);
    properties.set(name, { type: () => type, isOptional: false, at });
  }
  // A numeric enum also maps each number to its name.
  const isOfTexts = [...membersOfEnum(found).values()].every(
    (member) => member?.kind === 'literal' && typeof member.value === 'string',
  );
  const backwards = { type: () => refuse(use, COMPUTED, at), isOfEnum: true } as const;
  const indexes = isOfTexts ? [] : [backwards];
  return meaning({ kind: 'object', properties, indexes, at });
}

// Computes the values of enum members to the extent that TypeScript does.

type Value = string | number;

/** The names that a member's value may use: earlier members, either alone or qualified with the enum's name. */
type EnumScope = { readonly enum: string; readonly known: ReadonlyMap<string, Value> };

/** Returns the value of a member; undefined if it is computed at run time. */
function enumValue(node: Expression, scope: EnumScope): Value | undefined {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
      return node.value;
    case 'ParenthesisExpression':
      return enumValue(node.expression, scope);
    case 'Identifier':
      return scope.known.get(node.value);
    case 'MemberExpression': {
      const { object, property } = node;
      const isOwn = object.type === 'Identifier' && object.value === scope.enum;
      return isOwn && property.type === 'Identifier' ? scope.known.get(property.value) : undefined;
    }
    case 'UnaryExpression': {
      const value = enumValue(node.argument, scope);
      return typeof value === 'number' ? UNARY[node.operator]?.(value) : undefined;
    }
    case 'BinaryExpression': {
      const [left, right] = [enumValue(node.left, scope), enumValue(node.right, scope)];
      if (typeof left === 'number' && typeof right === 'number')
        return BINARY[node.operator]?.(left, right);
      return left === undefined || right === undefined || node.operator !== '+'
        ? undefined
        : `${left}${right}`;
    }
    case 'TemplateLiteral': {
      const values = node.expressions.map((inner) => enumValue(inner, scope));
      const texts = node.quasis.map(({ cooked }) => cooked ?? undefined);
      if ([...values, ...texts].includes(undefined)) return undefined;
      return texts.map((text, index) => `${text ?? ''}${values[index] ?? ''}`).join('');
    }
    default:
      return undefined;
  }
}

const UNARY: Readonly<Record<string, (value: number) => number>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '~': (value) => ~value,
};

const BINARY: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '|': (left, right) => left | right,
  '&': (left, right) => left & right,
  '^': (left, right) => left ^ right,
  '<<': (left, right) => left << right,
};
