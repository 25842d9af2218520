// The values that expressions can have, as far as the analysis distinguishes them. A token represents all values of one kind
// that the program creates at one location, so the number of tokens is limited by the number of locations.
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
  /** Any value except SDK clients and objects that contain one. */
  | { readonly kind: 'opaque' }
  /** A value that an unknown package created. */
  | { readonly kind: 'foreign'; readonly package: string }
  | ObjectToken
  | FunctionToken
  | BuiltinToken
  | SdkExport
  | SdkClient
  | SdkOperation
  | SdkCommand;

/** Everything with members: objects, lists, maps, classes, namespaces. */
export type ObjectToken = {
  readonly kind: 'object';
  readonly form: 'literal' | 'list' | 'instance' | 'class' | 'map' | 'set' | 'other';
  /** The values written to each member, by name. */
  readonly fields: Map<string, Node>;
  /** Values written to members with unknown names; for a list, any of its items. */
  readonly any: Node;
  /** Values from a spread of an unknown object, which every member that is not in `after` may have. */
  readonly open: Node;
  /** The values of all members; created when a computed name reads them. */
  all: Node | undefined;
  /** Members that certainly exist. */
  readonly certain: Set<string>;
  /** Members written after the last spread. */
  readonly after: Set<string>;
  readonly spreads: Node[];
  /** Namespaces of the SDK, and objects with computed members, whose members were all copied to this object. */
  readonly copied: Node;
  /** The objects from which members are inherited. */
  readonly base: Node | undefined;
  /** Computes members when they are read; undefined stands for an unknown name. */
  readonly find: ((name: string | undefined) => Node | undefined) | undefined;
  /** Called for every new member. */
  readonly watchers: ((name: string, field: Node) => void)[];
  /** What the constructor of a class creates. */
  readonly made: ClassParts | undefined;
  /** The class of an instance. The instance also stands for the prototype of the class. */
  madeBy: ObjectToken | undefined;
  /** True if unknown code received the object and may modify it. */
  hasEscaped: boolean;
  /** True if unknown code received the object and may call its functions. */
  isLent: boolean;
  /** True for middleware in a list. Passing it to a package does not count as calling it. */
  isLayer: boolean;
};

export type ClassParts = {
  readonly node: ClassNode;
  readonly module: LoadedModule;
  readonly instance: ObjectToken;
  readonly base: Node | undefined;
  /** The values of `this`: instances of the class and of its subclasses. */
  readonly self: Node;
  /** The values of `this` in static members: the class and its subclasses. */
  readonly classes: Node;
  constructs: FunctionToken | undefined;
  /** True if the class has views. */
  hasViews: boolean;
  /** True if the framework creates instances of the class or of a subclass. */
  isMade: boolean;
};

/** The syntax tree of a function. */
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
  /** The enclosing function. */
  readonly parent: FunctionToken | undefined;
  /** The values passed to the parameters before a rest parameter. */
  readonly parameters: readonly Node[];
  /** The list of a rest parameter. */
  readonly rest: ObjectToken | undefined;
  readonly self: Node;
  /** True for methods of a class whose instances are known: they get another `this` only if the method itself is passed on. */
  readonly keepsSelf: boolean;
  readonly returns: Node;
  /** The properties of the function itself, once it has any; see {@link ownOf}. */
  own: ObjectToken | undefined;
  isCalled: boolean;
  hasEscaped: boolean;
  isLent: boolean;
  /** True if the language or the framework also calls the function, without a call in the source. */
  isHidden: boolean;
};

/** A built-in function; `call` implements a call of it. */
export type BuiltinToken = {
  readonly kind: 'builtin';
  readonly call: (analysis: Analysis, call: Call) => void;
  /** Reads its members, for example of `Promise`. */
  readonly read: ((name: string | undefined) => Token | undefined) | undefined;
  /** The object or function that has it as a method, which it may modify. */
  readonly owner: ObjectToken | FunctionToken | SdkOperation | undefined;
  /** Records that other code received it and may call it. */
  readonly handedOver?: ((analysis: Analysis) => void) | undefined;
};

/** An export of a package of the SDK; `*` stands for all exports. */
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

/** A value from a module that is not read. */
export const UNREAD: Token = { kind: 'foreign', package: '' };

/** Tells whether a value may be any string. */
export function isUnknown(token: Token): boolean {
  return token.kind === 'unknown' || token.kind === 'opaque' || token.kind === 'foreign';
}
