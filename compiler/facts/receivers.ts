// Determines what `x` can be in `x.name`. A method counts as reached only if `x` can be an instance of its class. An instance
// that is never passed to other code can be reached only through `this`, so an unknown value cannot be that instance.
import { annotationOf, propertyName, unwrap } from '../syntax/expressions.js';
import { isOfType, nameOf, visitNodes, type Around, type NodeRecord } from '../syntax/tree-walk.js';
import type {
  ClassNode,
  Expression,
  ModuleItem,
  NewExpression,
  ObjectExpression,
  TsType,
} from '../syntax/tree.js';
import { wordSet } from '../groups.js';
import { classChain, globalName, traceExpression } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Binding } from './module-record.js';
import type { Program } from './program.js';
import { DECLARING_MEMBERS, KINDS, viewKindOf } from '../kinds/registry.js';

/** A class or an object literal, whose members are reached by name. */
export type Owner = ClassNode | ObjectExpression;

/**
 * What an expression can be. An owner is an instance of the class, the class itself, or the object; `any` is any of these;
 * `foreign` is a value without members that the project declares.
 */
export type Receiver = Owner | 'any' | 'foreign';

export type Receivers = {
  readonly of: (module: LoadedModule, object: Expression) => Receiver;
  /** Returns the class to whose instances `super` refers in `super.name`. */
  readonly ofSuper: (node: object) => Receiver;
  readonly canBe: (receiver: Receiver, owner: Owner) => boolean;
};

/** Classes that extend one another. A family is open if the base class of its topmost class cannot be read. */
type Family = { readonly first: ClassNode; readonly isOpen: boolean };

type Survey = {
  readonly program: Program;
  /** The class that contains each `this` and each `super.name`. */
  readonly classes: Map<object, ClassNode>;
  readonly families: Map<ClassNode, Family>;
  /** The topmost classes of the families whose instances or classes are passed to other code. */
  readonly passedOn: Set<ClassNode>;
  readonly annotations: Map<Binding, TsType>;
  readonly typeNames: Set<string>;
  /** True if a whole module is passed to other code. */
  isAllPassedOn: boolean;
};

export function findReceivers(
  program: Program,
  bodies: ReadonlyMap<LoadedModule, readonly ModuleItem[]>,
): Receivers {
  const survey: Survey = {
    program,
    classes: new Map(),
    families: new Map(),
    passedOn: new Set(),
    annotations: new Map(),
    typeNames: new Set(),
    isAllPassedOn: false,
  };
  for (const [module, body] of bodies)
    visitNodes(body, (node, around) => {
      see(survey, module, { node, around });
    });
  return {
    of: (module, object) => receiverOf(survey, module, object),
    ofSuper: (node) => survey.classes.get(node) ?? 'any',
    canBe: (receiver, owner) => canBe(survey, receiver, owner),
  };
}

type VisitedNode = { readonly node: NodeRecord; readonly around: Around };

function see(survey: Survey, module: LoadedModule, seen: VisitedNode): void {
  const { node, around } = seen;
  const { program } = survey;
  switch (node.type) {
    case 'ThisExpression':
    case 'SuperPropExpression': {
      const owner = classAround(around);
      if (!owner) return;
      survey.classes.set(node, owner);
      if (node.type === 'ThisExpression' && isPassedOn(seen)) passOn(survey, module, owner);
      return;
    }
    case 'Identifier':
    case 'MemberExpression': {
      if (!isOfType(node, 'Identifier') && !isOfType(node, 'MemberExpression')) return;
      const type = annotationOf(node);
      const isName = isOfType(node, 'Identifier');
      const binding = type && isName ? module.record.names.find(node) : undefined;
      if (type && binding) survey.annotations.set(binding, type);
      if (isNameOnly(seen)) return;
      const entity = traceExpression(program, module, node);
      if (entity.kind === 'namespace') survey.isAllPassedOn ||= !isMemberTaken(seen);
      if (entity.kind === 'class' && !isStaticTaken(seen))
        passOn(survey, entity.module, entity.node);
      return;
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      if (!isClass(node)) return;
      familyOf(survey, module, node);
      const isNamed = node.type === 'ClassDeclaration' || NAMING.test(around.at(-1)?.type ?? '');
      if (!isNamed || (node.decorators?.length ?? 0) > 0) passOn(survey, module, node);
      return;
    }
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
    case 'TsTypeParameter':
      survey.typeNames.add(nameOf(node['id'] ?? node['name']) ?? '');
      return;
    default:
  }
}

const NAMING = /^(?:VariableDeclarator|ExportDefault(?:Declaration|Expression))$/;

/** Returns the class of which `this` is an instance; undefined in a function that has its own `this`. */
function classAround(around: Around): ClassNode | undefined {
  const holder = around.findLast(({ type }) => THIS.test(type));
  return holder && isClass(holder) ? holder : undefined;
}

function isClass(node: NodeRecord): node is NodeRecord & ClassNode {
  return isOfType(node, 'ClassDeclaration') || isOfType(node, 'ClassExpression');
}

const THIS =
  /^(?:Function(?:Expression|Declaration)|(?:Method|Getter|Setter)Property|Class(?:Declaration|Expression))$/;

const WRAPPER = /^(?:ParenthesisExpression|Ts(?:As|NonNull|Satisfies|Const|TypeAssertion|Instant))/;

/** Returns the node that uses a value, outside parentheses and type assertions, and its child with the value. */
function userOf({ node, around }: VisitedNode): {
  readonly user: NodeRecord | undefined;
  part: NodeRecord;
} {
  let part = node;
  for (const user of around.toReversed()) {
    if (!WRAPPER.test(user.type)) return { user, part };
    part = user;
  }
  return { user: undefined, part };
}

/** Tells whether a member is read: `x.name`, but not `x.constructor` or `x.prototype`. */
function isMemberTaken(seen: VisitedNode): boolean {
  const { user, part } = userOf(seen);
  if (!user || user['object'] !== part || !isOfType(user, 'MemberExpression')) return false;
  const name = propertyName(user);
  return name !== 'constructor' && name !== 'prototype';
}

/** Tells whether `this` is used other than in `this.name`, `{ name } = this` and `this.name.bind(this)`. */
function isPassedOn(seen: VisitedNode): boolean {
  if (isMemberTaken(seen)) return false;
  const { user } = userOf(seen);
  const pattern = (user?.['id'] ?? user?.['left']) as NodeRecord | undefined; // because both are nodes
  if (pattern?.type === 'ObjectPattern') return false;
  if (!user || !isOfType(user, 'CallExpression')) return true;
  const binding = user.callee;
  if (binding.type !== 'MemberExpression') return true;
  const bound = unwrap(binding.object);
  const isOwn =
    (bound.type === 'MemberExpression' && unwrap(bound.object).type === 'ThisExpression') ||
    bound.type === 'SuperPropExpression';
  return !isOwn || !/^(?:bind|call|apply)$/.test(propertyName(binding) ?? '');
}

/** Tells whether a name is only declared, imported, exported, extended, used as a type, or used with `instanceof`. */
function isNameOnly({ node, around }: VisitedNode): boolean {
  const user = around.at(-1);
  if (!user) return false;
  if (/^Ts/.test(user.type)) return !WRAPPER.test(user.type);
  if (/^(?:Import|Export)(?:Default|Namespace)?Specifier$/.test(user.type)) return true;
  if (user.type === 'BinaryExpression') return user['operator'] === 'instanceof';
  return ['identifier', 'superClass', 'id', 'key', 'property'].some((part) => user[part] === node);
}

function isStaticTaken(seen: VisitedNode): boolean {
  const { user, part } = userOf(seen);
  if (user && isOfType(user, 'MemberExpression') && isMemberTaken(seen))
    return propertyName(user) !== undefined;
  // `new C().name`
  if (user?.type !== 'NewExpression' || user['callee'] !== part) return false;
  const around = seen.around.slice(0, seen.around.lastIndexOf(user));
  return isMemberTaken({ node: user, around });
}

function passOn(survey: Survey, module: LoadedModule, owner: ClassNode): void {
  survey.passedOn.add(familyOf(survey, module, owner).first);
}

function familyOf(survey: Survey, module: LoadedModule, owner: ClassNode): Family {
  const known = survey.families.get(owner);
  if (known) return known;
  const chain = classChain(survey.program, { kind: 'class', module, node: owner });
  const last = chain.findLast((entity) => entity.kind === 'class');
  const first = last?.node ?? owner;
  const base = last === chain.at(-1) ? undefined : chain.at(-1);
  const isGlobal =
    last?.node.superClass && globalName(last.module, last.node.superClass) !== undefined;
  const isOpen = base !== undefined && base.kind !== 'package' && !isGlobal;
  const family = { first, isOpen };
  survey.families.set(owner, family);
  return family;
}

function canBe(survey: Survey, receiver: Receiver, owner: Owner): boolean {
  if (receiver === 'foreign') return false;
  if (owner.type === 'ObjectExpression')
    return receiver === 'any' || receiver.type === 'ObjectExpression';
  const family = survey.families.get(owner);
  if (!family || family.isOpen) return true;
  if (receiver === 'any') return survey.isAllPassedOn || survey.passedOn.has(family.first);
  if (receiver.type === 'ObjectExpression') return false;
  const other = survey.families.get(receiver);
  return !other || other.isOpen || other.first === family.first;
}

function receiverOf(survey: Survey, module: LoadedModule, object: Expression): Receiver {
  const node = unwrap(object);
  if (node.type === 'ThisExpression') return survey.classes.get(node) ?? 'any';
  const type = typeOf(survey, module, node);
  if (type) return isForeignType(survey, module, type) ? 'foreign' : 'any';
  const property = memberOfThis(survey, node)?.value;
  if (property) return receiverOf(survey, module, property);
  const entity = traceExpression(survey.program, module, node);
  switch (entity.kind) {
    case 'class':
      return entity.node;
    case 'expression':
      return receiverOfValue(survey, entity.module, entity.node);
    case 'none':
      return globalName(module, node) === undefined ? 'any' : 'foreign';
    case 'open':
    case 'function':
    case 'members':
      return 'any';
    default:
      return 'foreign';
  }
}

function receiverOfValue({ program }: Survey, module: LoadedModule, node: Expression): Receiver {
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.some(({ type }) => type === 'SpreadElement') ? 'any' : node;
    case 'NewExpression':
      return receiverOfNew(program, module, node);
    case 'ArrayExpression':
    case 'StringLiteral':
    case 'TemplateLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'RegExpLiteral':
      return 'foreign';
    default:
      return 'any';
  }
}

function receiverOfNew(program: Program, module: LoadedModule, node: NewExpression): Receiver {
  const made = traceExpression(program, module, node.callee);
  if (made.kind === 'class') return made.node;
  if (made.kind === 'package') return 'foreign';
  const name = globalName(module, node.callee);
  return name === undefined || name === 'Proxy' ? 'any' : 'foreign';
}

/** Returns the annotation of a variable, a parameter, or a property of `this`. */
function typeOf(survey: Survey, module: LoadedModule, node: Expression): TsType | undefined {
  if (node.type !== 'Identifier') return memberOfThis(survey, node)?.typeAnnotation?.typeAnnotation;
  const binding = module.record.names.find(node);
  return binding && survey.annotations.get(binding);
}

function memberOfThis(
  { classes }: Survey,
  node: Expression,
): Extract<ClassNode['body'][number], { readonly type: 'ClassProperty' }> | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const owner = classes.get(unwrap(node.object));
  const name = propertyName(node);
  for (const member of owner?.body ?? []) {
    if (member.type !== 'ClassProperty' || member.key.type !== 'Identifier') continue;
    if (member.key.value === name) return member;
  }
  return undefined;
}

/** Tells whether a value is certainly neither an instance of a class of the project nor an object with functions. */
function isForeignType(survey: Survey, module: LoadedModule, type: TsType): boolean {
  switch (type.type) {
    case 'TsArrayType':
    case 'TsTupleType':
    case 'TsLiteralType':
    case 'TsFunctionType':
      return true;
    case 'TsKeywordType':
      return !/^(?:any|unknown|object)$/.test(type.kind);
    case 'TsTypeOperator':
    case 'TsParenthesizedType':
      return isForeignType(survey, module, type.typeAnnotation);
    case 'TsUnionType':
      return type.types.every((one) => isForeignType(survey, module, one));
    case 'TsTypeReference': {
      const { typeName } = type;
      if (typeName.type !== 'Identifier' || module.record.names.find(typeName)) return false;
      return BUILT_IN.has(typeName.value) && !survey.typeNames.has(typeName.value);
    }
    default:
      return false;
  }
}

const BUILT_IN = wordSet(
  'Map Set WeakMap WeakSet ReadonlyMap ReadonlySet Array ReadonlyArray Promise Date RegExp URL URLSearchParams Headers Buffer Uint8Array',
);

// The members of `app` that the compiler follows.

export function isDeclaringMember(name: string | undefined): boolean {
  return viewKindOf(name) !== undefined;
}

const APP_MEMBERS: ReadonlySet<string> = new Set(KINDS.flatMap(({ members }) => members));

export function isAppMember(name: string): boolean {
  return APP_MEMBERS.has(name);
}

/** A body without these words declares nothing and loads no module. `waitUntil` is there to report attempts to use it. */
export const DECLARING_WORD: RegExp = new RegExp(
  `\\b(?:${DECLARING_MEMBERS.join('|')}|binaryTypes|debug|api|provide|Framework|Blueprint|import|require|waitUntil)\\b`,
);

/** Methods that modify a list in place, except `push`. */
export const MUTATORS: ReadonlySet<string> = wordSet(
  'copyWithin fill pop reverse shift sort splice unshift',
);

/** Functions of `Object` and `Reflect` that modify their first argument. */
export const OBJECT_MUTATORS: ReadonlySet<string> = wordSet(
  'assign defineProperties defineProperty deleteProperty set setPrototypeOf',
);
