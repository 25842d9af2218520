// The types of one analysis. They refer to each other, so they are in one file: tokens, which are the values that expressions
// can have; nodes, which hold the tokens of an expression, a variable or a member; calls; and the state that holds them all.
//
// A token represents all values of one kind that the program creates at one location, so the number of tokens is limited by the
// number of locations.
import type { NamedResource, ResourceStage } from '../../../runtime/contract/resources.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import type { Program } from '../../facts/program.js';
import type {
  ClassNode,
  Expression,
  FunctionBody,
  ModuleItem,
  Param,
  Pattern,
  Span,
  TsType,
} from '../../syntax/tree.js';
import type { Capacity } from './limits.js';
import type { SdkUseKind, TextPattern, UnresolvedUse } from '../sdk-use.js';

export type Token =
  | { readonly kind: 'text'; readonly pattern: TextPattern }
  | { readonly kind: 'other'; readonly value: number | boolean | null }
  | { readonly kind: 'undefined' }
  /** Any value. */
  | { readonly kind: 'unknown' }
  /** Any value except an SDK client or an object that contains one. */
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

/** Everything that has members: objects, lists, maps, classes, namespaces. */
export type ObjectToken = {
  readonly kind: 'object';
  readonly form: 'literal' | 'list' | 'instance' | 'class' | 'map' | 'set' | 'other';
  readonly fields: Map<string, Node>;
  /** Values written to members with unknown names; for a list, any of its items. */
  readonly any: Node;
  /** Values from a spread of an unknown object. Every member that is not in `after` may have them. */
  readonly open: Node;
  /** The values of all members. Created when a computed name is first read. */
  all: Node | undefined;
  /** Members that certainly exist. */
  readonly certain: Set<string>;
  /** Members written after the last spread. */
  readonly after: Set<string>;
  readonly spreads: Node[];
  /** Objects whose members were all copied to this object: SDK namespaces, and objects with computed members. */
  readonly copied: Node;
  /** The objects from which this object inherits members. */
  readonly base: Node | undefined;
  /** Computes members when they are read. An undefined name means that the name is unknown. */
  readonly find: ((name: string | undefined) => Node | undefined) | undefined;
  readonly watchers: ((name: string, field: Node) => void)[];
  /** For a class: what its constructor creates. */
  readonly made: ClassParts | undefined;
  /** The class of which the object is an instance. The object also represents the prototype of the class. */
  madeBy: ObjectToken | undefined;
  /** True if unknown code has received the object and may modify it. */
  hasEscaped: boolean;
  /** True if unknown code has received the object and may call its functions. */
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
  hasViews: boolean;
  /** True if the framework creates instances of the class or of a subclass. */
  isMade: boolean;
};

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
  readonly rest: ObjectToken | undefined;
  readonly self: Node;
  /** True for methods of a class and for arrow functions: their `this` is known. See `giveSelf` for exceptions. */
  readonly keepsSelf: boolean;
  readonly returns: Node;
  /** The properties of the function itself. Undefined until they are needed; see {@link ownOf}. */
  own: ObjectToken | undefined;
  isCalled: boolean;
  hasEscaped: boolean;
  isLent: boolean;
  /** True if the language or the framework also calls the function, without a call in the source. */
  isHidden: boolean;
};

export type BuiltinToken = {
  readonly kind: 'builtin';
  readonly call: (analysis: Analysis, call: Call) => void;
  /** Reads the function's members, for example the members of `Promise`. */
  readonly read: ((name: string | undefined) => Token | undefined) | undefined;
  /** The object or function that has this function as a method. A call may modify it. */
  readonly owner: ObjectToken | FunctionToken | SdkOperation | undefined;
  /** Records that other code received the function and may call it. */
  readonly handedOver?: ((analysis: Analysis) => void) | undefined;
};

/** An export of an SDK package; `*` stands for all exports. */
export type SdkExport = { readonly kind: 'sdk'; readonly package: string; readonly name: string };

export type SdkClient = Omit<SdkExport, 'kind'> & { readonly kind: 'client' };

/** A function that calls an operation: a method of a client. */
export type SdkOperation = Omit<SdkExport, 'kind'> & {
  readonly kind: 'operation';
  readonly use: 'method' | 'paginator' | 'waiter' | 'library' | 'v2';
};

export type SdkCommand = { readonly kind: 'command'; readonly input: Node };

export const UNKNOWN: Token = { kind: 'unknown' };
export const OPAQUE: Token = { kind: 'opaque' };
export const UNDEFINED: Token = { kind: 'undefined' };

/** A value from a module that is not read. */
export const UNREAD: Token = { kind: 'foreign', package: '' };

/** Tells whether nothing is known about a value, so that it may be any string. */
export function isUnknown(token: Token): boolean {
  return token.kind === 'unknown' || token.kind === 'opaque' || token.kind === 'foreign';
}

export type Listener = (token: Token) => void;

export type Node = {
  /** The values in order of arrival. Those before index `done` have been propagated. */
  tokens: Token[];
  /** The same values as a set, created when there are many. */
  index: Set<Token> | undefined;
  done: number;
  texts: number;
  targets: Node[];
  /** The same targets as a set, created when there are many. */
  reached: Set<Node> | undefined;
  listeners: Listener[];
  isWaiting: boolean;
  /** How the values of the node were passed to unknown code; undefined if they were not. */
  handed: 'lent' | 'escapes' | undefined;
};

export type Queue = {
  readonly waiting: Node[];
  /** Tasks that run when no node has values to propagate. Running them at once would nest calls as deeply as the values. */
  readonly tasks: (() => void)[];
  /** Values that exceeded the capacity of a node. In that node they count as unknown. */
  readonly overflow: Set<Token>;
  /** Code that has not been read yet, because the reference to it is in deeply nested code. */
  readonly unread: (() => void)[];
  /** The current nesting depth of references while code is being read. */
  nesting: number;
  /** The nesting depth of the expression that is being evaluated. */
  depth: number;
  /** The number of added values and edges and of listener calls. The same code always has the same number. */
  work: number;
  /** Whether a value from an unread module has become part of a string, or the name of a member. */
  mixesUnread: boolean;
  /** The amount of work after which the capacity of nodes is reduced. */
  readonly share: number;
  capacity: Capacity;
};

export type InputNode =
  | { readonly kind: 'value'; readonly node: Node }
  | { readonly kind: 'arguments'; readonly nodes: readonly Node[]; readonly isOpen: boolean };

export type SeenUse = {
  readonly kind: SdkUseKind;
  readonly package: string;
  readonly name: string;
  readonly at: Span;
  readonly frame: Frame;
  readonly inputs: InputNode[];
  /** True if the operation is not in our table. The use is reported only if there is no certain use at the same location. */
  readonly isDoubtful?: boolean;
  readonly receiver?: Node | undefined;
};

/** `x.name`, which may be an operation if some values of `x` were not followed. */
export type MemberRead = Pick<Access, 'frame' | 'at' | 'call'> & {
  readonly object: Node;
  readonly name: string;
};

/** A value with a type annotation, which is used if nothing else is known about the value. */
export type Annotated = {
  readonly node: Node;
  readonly type: TsType;
  readonly module: LoadedModule;
};

/** Lets the code for expressions, functions and statements call each other, because each may contain the others. */
export type Interpreter = {
  readonly evaluateExpression: (
    analysis: Analysis,
    frame: Frame,
    callee: { readonly expression: Expression; readonly call: Call | undefined },
  ) => Node;
  readonly runStatements: (
    analysis: Analysis,
    frame: Frame,
    statements: readonly ModuleItem[],
  ) => void;
  readonly applyCall: (analysis: Analysis, callee: Node, call: Call) => void;
  readonly loadModule: (
    analysis: Analysis,
    module: LoadedModule,
    from: { readonly specifier: string; readonly isRequired: boolean },
  ) => Node | undefined;
  readonly noteNamespace: (analysis: Analysis, token: Token) => void;
};

/** What the application passes to modules that are not read, and how it uses the values from these modules. */
export type Crossing = {
  /** True if an SDK value has reached code that is not followed. */
  hasEscaped: boolean;
  /** True if a value from an unread module is the specifier of an import, or the name of a member that changes inputs. */
  isAsked: boolean;
  /** The application's functions that are passed to such modules. */
  readonly functions: Set<FunctionToken>;
};

export type Analysis = {
  readonly interpreter: Interpreter;
  readonly program: Program;
  readonly modules: readonly LoadedModule[];
  /** The statements of each module that is read, by path. */
  readonly programs: ReadonlyMap<string, readonly ModuleItem[]>;
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly resourceOwner: ResourceOwner | undefined;
  /** The values that a deploy gives the environment variables of declared resources. */
  readonly declared: ReadonlyMap<string, TextPattern>;
  readonly queue: Queue;
  readonly bindings: Map<Binding, Node>;
  readonly definitions: Map<object, Node>;
  readonly functions: Map<object, FunctionToken>;
  /** Variables that a destructuring pattern declares. */
  readonly taken: Set<Binding>;
  readonly classes: Map<ClassNode, ObjectToken>;
  readonly namespaces: Map<LoadedModule, ObjectToken>;
  readonly commons: Map<LoadedModule, Node>;
  readonly constants: Map<Token, Node>;
  readonly globals: Map<string, Node>;
  readonly interned: Map<string, Token>;
  /** The location where each namespace is first named. A namespace contains all exports of an SDK package or of a module. */
  readonly named: Map<Token, { readonly frame: Frame; readonly at: Span }>;
  /** Namespaces of modules whose exports may be accessed by an unknown name. */
  readonly opened: Set<Token>;
  /** The inputs of an operation or a command in calls that do not name it directly. */
  readonly indirect: Map<Token, InputNode[]>;
  readonly uses: SeenUse[];
  /** The object of each call `x.name(...)`. If nothing is known about it in the end, the call may count as an operation. */
  readonly memberCalls: Map<Call, Node>;
  readonly memberReads: MemberRead[];
  /** The objects whose members code assigns, deletes or moves. */
  readonly memberWrites: Node[];
  readonly annotated: Annotated[];
  /** The clients that the program creates: one token for each package and class. */
  readonly clients: Set<Token>;
  /** Calls whose callee may later turn out to be an operation. */
  readonly deferred: Call[];
  readonly foreignCalls: { readonly package: string; readonly call: Call }[];
  readonly unresolved: UnresolvedUse[];
  /** The paths of the modules that are not read; see unread-modules.ts. */
  readonly unread: ReadonlySet<string>;
  readonly crossing: Crossing;
  /** True if code can change inputs in ways that are not visible: through SDK middleware, or `eval`. */
  mayChangeInputs: boolean;
  /** The lambda functions of each view, by the {@link placeKey} of its declaration; undefined if they are not distinguished. */
  readonly views: ReadonlyMap<string, readonly string[]> | undefined;
  /** The names of the lambda functions that each view belongs to. */
  readonly viewNames: Map<FunctionToken, Set<string>>;
  /** The items of middleware lists; undefined if lambda functions are not distinguished. */
  readonly listed: readonly ListedLayer[] | undefined;
  /** The middleware in these lists, by the location of the call that creates it. Computed on first use. */
  layers: ReadonlyMap<string, Layer> | undefined;
  /** The functions that are passed to the calls that create middleware, with the names of the middleware. */
  readonly layerNames: Map<FunctionToken, readonly string[]>;
  /** The functions that each function calls. The key undefined stands for code that runs when the modules are loaded. */
  readonly calls: Map<FunctionToken | undefined, Set<FunctionToken>>;
  /** The positions of these calls in the caller's module. */
  readonly callPlaces: Map<FunctionToken | undefined, Map<FunctionToken, Set<number>>>;
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
};

/** The context of an expression: its module, the enclosing function, and the value of `this`. */
export type Frame = {
  readonly module: LoadedModule;
  readonly inside: FunctionToken | undefined;
  readonly self: Node;
  readonly base: Base | undefined;
  /** The objects of the `with` statements around the expression. Their members are in scope as names. */
  readonly within?: readonly Node[];
};

/** The base of a class: what `super(...)` calls, and where `super.x` is looked up. */
export type Base = { readonly made: Node; readonly members: Node };

export type Call = {
  readonly frame: Frame;
  readonly at: Span;
  readonly isNew: boolean;
  readonly name?: string | undefined;
  readonly self: Node | undefined;
  readonly args: readonly Node[];
  /** The values of a spread argument, which any parameter may receive. */
  readonly spread: Node | undefined;
  readonly result: Node;
  /** The callees that the call names directly, so that their uses contain the input of this call. */
  readonly direct: Set<Token>;
  /** The objects that the call creates, one for each kind. */
  readonly makes: Map<string, ObjectToken>;
  /** Classes whose constructors the call has already run. A class may extend itself through a function that creates classes. */
  readonly constructed: Set<ClassParts>;
};

/** Returns the values of all arguments, including a spread argument. */
export function everyArgument({ args, spread }: Pick<Call, 'args' | 'spread'>): readonly Node[] {
  return spread ? [...args, spread] : args;
}

export type Access = {
  readonly name: string | undefined;
  readonly at: Span;
  readonly frame: Frame;
  readonly call: Call | undefined;
  readonly result: Node;
  /** True for a read without `?.`. Reading a member of `undefined` then throws, so it has no result. */
  readonly isStrict?: boolean;
  /** True if a pattern reads the member. The member then counts as used where its new name is used. */
  readonly isTaken?: boolean;
  /** The objects that have already been searched, because inheritance may have a cycle. */
  readonly searched: Set<Node>;
};

export type ListedLayer = {
  /** The {@link placeKey} of the call that returns the item. */
  readonly place: string;
  /** The item as written in the list. */
  readonly name: string;
  /** The lambda functions in which the item runs: around views that serve HTTP, and around functions that receive events. */
  readonly around: { readonly http: readonly string[]; readonly event: readonly string[] };
};

/** The names of the middleware that a call creates, and the functions in which the middleware runs. */
export type Layer = {
  readonly names: readonly string[];
  readonly functions: readonly string[];
  /** True for a provider, whose `value` is what its function passes to `next`. */
  readonly isProvider: boolean;
};

/** The application and the stage, whose names form the beginning of resource names. */
export type ResourceOwner = Pick<ResourceStage, 'app' | 'stage'> & {
  /** All declared resources of the application. A deploy sets their environment variables. */
  readonly resources: readonly NamedResource[];
};
