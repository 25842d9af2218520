// The values that expressions can have, as far as the analysis distinguishes them. A token represents every value of its kind
// that the program creates at one location, so there are only as many tokens as locations.
import type { LoadedModule } from '../../../facts/module-graph.js';
import type {
  ClassNode,
  Expression,
  FunctionBody,
  Param,
  Pattern,
  Span,
} from '../../../syntax/tree.js';
import type { TextPattern } from '../../sdk-use.js';
import type { Analysis, Call } from '../analysis.js';
import type { Node } from './value-graph.js';

export type Token =
  | { readonly kind: 'text'; readonly pattern: TextPattern }
  | { readonly kind: 'other'; readonly value: number | boolean | null }
  | { readonly kind: 'undefined' }
  /** Any value. */
  | { readonly kind: 'unknown' }
  /** Any value except a client of the SDK and objects that hold one. */
  | { readonly kind: 'opaque' }
  /** A value that an unknown package made. */
  | { readonly kind: 'foreign'; readonly package: string }
  | ObjectToken
  | FunctionToken
  | BuiltinToken
  | SdkExport
  | SdkClient
  | SdkOperation
  | SdkCommand;

/** Objects, lists, maps, classes, namespaces: everything with members. */
export type ObjectToken = {
  readonly kind: 'object';
  readonly form: 'literal' | 'list' | 'instance' | 'class' | 'map' | 'set' | 'other';
  /** What was written to each member, by name. */
  readonly fields: Map<string, Node>;
  /** Values written into members with unknown names; for a list, any of its items. */
  readonly any: Node;
  /** Values of a spread of an unknown object, which every member may have that is not in `after`. */
  readonly open: Node;
  /** The values of any member; made when a computed name reads them. */
  all: Node | undefined;
  /** Members that are surely there. */
  readonly certain: Set<string>;
  /** Members that are written after the last spread. */
  readonly after: Set<string>;
  readonly spreads: Node[];
  /** Namespaces of the SDK, and objects with computed members, whose members were all copied to it. */
  readonly copied: Node;
  /** What members are inherited from. */
  readonly base: Node | undefined;
  /** Members that are computed when they are read; undefined is an unknown name. */
  readonly find: ((name: string | undefined) => Node | undefined) | undefined;
  /** Called for every new member. */
  readonly watchers: ((name: string, field: Node) => void)[];
  /** What a class creates. */
  readonly made: ClassParts | undefined;
  /** The class of an instance, which is also the prototype of its instances. */
  madeBy: ObjectToken | undefined;
  /** True when unknown code has it and may change it. */
  hasEscaped: boolean;
  /** True when unknown code has it and may call its functions. */
  isLent: boolean;
  /** True for middleware of a list, which packages know when to call. */
  isLayer: boolean;
};

export type ClassParts = {
  readonly node: ClassNode;
  readonly module: LoadedModule;
  readonly instance: ObjectToken;
  readonly base: Node | undefined;
  /** `this`: instances of the class and of those that extend it. */
  readonly self: Node;
  /** `this` of static members: the class and those that extend it. */
  readonly classes: Node;
  constructs: FunctionToken | undefined;
  /** True when it has views. */
  hasViews: boolean;
  /** True when the framework creates the instances, or those of a subclass. */
  isMade: boolean;
};

/** The source text of a function. */
export type Callable = {
  readonly parameters: readonly (Param | Pattern)[];
  readonly body: FunctionBody | Expression | undefined;
  readonly isArrow: boolean;
  readonly isGenerator: boolean;
  readonly span: Span;
};

export type FunctionToken = {
  readonly kind: 'function';
  readonly module: LoadedModule;
  readonly callable: Callable;
  /** The function around it. */
  readonly parent: FunctionToken | undefined;
  /** What the parameters before a rest parameter are given. */
  readonly parameters: readonly Node[];
  /** The list of a rest parameter. */
  readonly rest: ObjectToken | undefined;
  readonly self: Node;
  /** True for methods of a class whose instances are known: another `this` comes only with the method itself. */
  readonly keepsSelf: boolean;
  readonly returns: Node;
  /** Properties of the function itself, once there are some; see {@link ownOf}. */
  own: ObjectToken | undefined;
  isCalled: boolean;
  hasEscaped: boolean;
  isLent: boolean;
  /** True when the language or the framework also calls it, without a call in the source. */
  isHidden: boolean;
};

/** A function of the language; `call` says what a call of it does. */
export type BuiltinToken = {
  readonly kind: 'builtin';
  readonly call: (analysis: Analysis, call: Call) => void;
  /** Members, for example of `Promise`. */
  readonly read: ((name: string | undefined) => Token | undefined) | undefined;
  /** The object or function that it is a method of, and may change. */
  readonly owner: ObjectToken | FunctionToken | SdkOperation | undefined;
  /** Notes that other code has it, and may call it. */
  readonly handedOver?: ((analysis: Analysis) => void) | undefined;
};

/** An export of a package of the SDK; `*` is all of them. */
export type SdkExport = {
  readonly kind: 'sdk';
  readonly package: string;
  readonly name: string;
};

export type SdkClient = {
  readonly kind: 'client';
  readonly package: string;
  readonly name: string;
};

/** A function that calls an operation: a method of a client. */
export type SdkOperation = {
  readonly kind: 'operation';
  readonly use: 'method' | 'paginator' | 'waiter' | 'library' | 'v2';
  readonly package: string;
  readonly name: string;
};

/** The result of `new XCommand(input)`. */
export type SdkCommand = { readonly kind: 'command'; readonly input: Node };

export const UNKNOWN: Token = { kind: 'unknown' };
export const OPAQUE: Token = { kind: 'opaque' };
export const UNDEFINED: Token = { kind: 'undefined' };

/** A value of a module that is not read. */
export const UNREAD: Token = { kind: 'foreign', package: '' };

/** True for values that may be any string. */
export function isUnknown(token: Token): boolean {
  return token.kind === 'unknown' || token.kind === 'opaque' || token.kind === 'foreign';
}
