// The state of one analysis, shared by the files that each handle one kind of code.
import type { ResourceOwner } from './sdk/resources.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import type { Program } from '../../facts/program.js';
import type { ClassNode, Expression, ModuleItem, Span, TsType } from '../../syntax/tree.js';
import type { Layer, ListedLayer } from './calls/layers.js';
import { add, createNode, type Node, type Queue, connect } from './values/value-graph.js';
import {
  type FunctionToken,
  type ObjectToken,
  type Token,
  UNKNOWN,
  type ClassParts,
} from './values/token.js';
import type { SdkUseKind, TextPattern, UnresolvedUse } from '../sdk-use.js';
import { handOver } from './values/object.js';

/** An input of a call: one value, or the list of the arguments. */
export type InputNode =
  | { readonly kind: 'value'; readonly node: Node }
  | { readonly kind: 'arguments'; readonly nodes: readonly Node[]; readonly isOpen: boolean };

/** A use that was found; `operation` gives access to the inputs of calls that do not name it. */
export type SeenUse = {
  readonly kind: SdkUseKind;
  readonly package: string;
  readonly name: string;
  readonly at: Span;
  readonly place: Frame;
  readonly inputs: InputNode[];
  /** True if the operation is not in our table. The use is reported only if there is no certain use at the same place. */
  readonly isDoubtful?: boolean;
  /** The object on which the method is called. */
  readonly receiver?: Node | undefined;
};

/** `x.name`, which may be an operation if some values of `x` were not followed. */
export type MemberRead = MemberName & {
  readonly place: Frame;
  readonly at: Span;
  readonly call: Call | undefined;
};

type MemberName = { readonly object: Node; readonly name: string };

/** A value with a type annotation, which is used if nothing else is known about the value. */
export type Annotated = {
  readonly node: Node;
  readonly type: TsType;
  readonly module: LoadedModule;
};

/**
 * The functions through which the code for expressions, functions and statements calls each other, because each may contain the
 * others.
 */
export type Interpreter = {
  readonly evaluateExpression: (
    analysis: Analysis,
    place: Frame,
    callee: { readonly expression: Expression; readonly call: Call | undefined },
  ) => Node;
  readonly runStatements: (
    analysis: Analysis,
    place: Frame,
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

/** What the application passes to modules that are not read, and how it uses their values. */
export type Crossing = {
  /** True if code that is not followed has received a value of the SDK. */
  hasEscaped: boolean;
  /** True if a value of such a module is used as the name of a module, or of a member that changes inputs. */
  isAsked: boolean;
  /** Functions of the application that are passed to such modules. */
  readonly functions: Set<FunctionToken>;
};

export type Analysis = {
  readonly interpreter: Interpreter;
  readonly program: Program;
  /** The modules that are read. */
  readonly modules: readonly LoadedModule[];
  /** The statements of each module that is read, by path. */
  readonly programs: ReadonlyMap<string, readonly ModuleItem[]>;
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly resourceOwner: ResourceOwner | undefined;
  /** The values that a deploy sets in the variables of declared resources. */
  readonly declared: ReadonlyMap<string, TextPattern>;
  readonly queue: Queue;
  readonly bindings: Map<Binding, Node>;
  readonly definitions: Map<object, Node>;
  readonly functions: Map<object, FunctionToken>;
  /** Names that a destructuring pattern declares. */
  readonly taken: Set<Binding>;
  readonly classes: Map<ClassNode, ObjectToken>;
  readonly namespaces: Map<LoadedModule, ObjectToken>;
  readonly commons: Map<LoadedModule, Node>;
  readonly constants: Map<Token, Node>;
  readonly globals: Map<string, Node>;
  readonly interned: Map<string, Token>;
  /** The location where each namespace is first named: all exports of a package of the SDK, or of a module. */
  readonly named: Map<Token, { readonly place: Frame; readonly at: Span }>;
  /** Namespaces of modules whose exports may be accessed by an unknown name. */
  readonly opened: Set<Token>;
  /** The inputs of an operation or a command in calls that do not name it directly. */
  readonly indirect: Map<Token, InputNode[]>;
  readonly uses: SeenUse[];
  /** The object of each `x.name(...)`, which is checked again at the end if nothing is known about the object. */
  readonly memberCalls: Map<Call, Node>;
  readonly memberReads: MemberRead[];
  readonly annotated: Annotated[];
  /** The clients that are created, by package and class. */
  readonly clients: Set<Token>;
  /** Calls whose callee may later turn out to be an operation. */
  readonly deferred: Call[];
  readonly foreignCalls: { readonly package: string; readonly call: Call }[];
  readonly unresolved: UnresolvedUse[];
  /** The paths of the modules that are not read, see unread-modules.ts. */
  readonly unread: ReadonlySet<string>;
  readonly crossing: Crossing;
  /** True if code can change inputs in ways that are not visible: with middleware of the SDK, or `eval`. */
  mayChangeInputs: boolean;
  /**
   * The functions of the application, by the {@link placeKey} of their declaration; undefined if functions are not
   * distinguished.
   */
  readonly views: ReadonlyMap<string, readonly string[]> | undefined;
  /** The names of the functions that each view belongs to. */
  readonly viewNames: Map<FunctionToken, Set<string>>;
  /** The items of middleware lists; undefined if functions are not distinguished. */
  readonly listed: readonly ListedLayer[] | undefined;
  /** The middleware of these items, by the location of the call that creates it. Computed on first use. */
  layers: ReadonlyMap<string, Layer> | undefined;
  /** The functions that are passed to the calls that create middleware, with the names of that middleware. */
  readonly layerNames: Map<FunctionToken, readonly string[]>;
  /** Which functions each function calls; the key undefined stands for code that runs when the modules are loaded. */
  readonly calls: Map<FunctionToken | undefined, Set<FunctionToken>>;
  /** The positions of these calls in the module of the caller. */
  readonly callPlaces: Map<FunctionToken | undefined, Map<FunctionToken, Set<number>>>;
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
};

/** Returns a node with one value that never changes. */
export function constant(analysis: Analysis, token: Token): Node {
  let node = analysis.constants.get(token);
  if (!node) {
    analysis.constants.set(token, (node = createNode()));
    add(analysis.queue, node, token);
  }
  return node;
}

export function unknown(analysis: Analysis): Node {
  return constant(analysis, UNKNOWN);
}

/** Returns a location as the key of a map. */
export function placeKey({ source }: LoadedModule['record'], { start }: Span): string {
  return `${source.file}:${String(source.offsetOf(start))}`;
}

// The calls and member reads that the analysis handles, and their location.

/** The context of an expression: its module, the function around it, the value of `this`. */
export type Frame = {
  readonly module: LoadedModule;
  readonly inside: FunctionToken | undefined;
  readonly self: Node;
  /** The meaning of `super`. */
  readonly base: Base | undefined;
  /** The objects of the `with` statements around the expression, whose members are in scope as names. */
  readonly within?: readonly Node[];
};

/** The base of a class: what `super(...)` calls, and where `super.x` is looked up. */
export type Base = { readonly made: Node; readonly members: Node };

export type Call = {
  readonly place: Frame;
  readonly at: Span;
  readonly isNew: boolean;
  /** The name of the called method. */
  readonly name?: string | undefined;
  readonly self: Node | undefined;
  readonly args: readonly Node[];
  /** The values of a spread argument, which any parameter may receive. */
  readonly spread: Node | undefined;
  readonly result: Node;
  /** Callee values that the call refers to directly, so that the use gets the input of this call. */
  readonly direct: Set<Token>;
  /** Objects that the call creates, one for each kind. */
  readonly makes: Map<string, ObjectToken>;
  /** Classes whose constructors the call has run: a class may extend itself through a function that creates classes. */
  readonly constructed: Set<ClassParts>;
};

/** A read of a member. */
export type Access = {
  /** The name of the member; undefined if it is not known. */
  readonly name: string | undefined;
  readonly at: Span;
  readonly place: Frame;
  /** The call of the member, if it is called. */
  readonly call: Call | undefined;
  readonly result: Node;
  /** True without `?.`: reading a member of `undefined` then ends the program. */
  readonly isStrict?: boolean;
  /** True if a pattern reads the member, which is then used where its new name is used. */
  readonly isTaken?: boolean;
  /** The objects that were already searched, because inheritance may have a cycle. */
  readonly searched: Set<Node>;
};

// Connects the files that handle different kinds of code, without a cycle of imports.

/** Returns the value of an expression. */
export function evaluate(analysis: Analysis, place: Frame, expression: Expression): Node {
  return evaluateCallee(analysis, place, { expression, call: undefined });
}

/** Returns the value of an expression that is the callee of a call. */
export function evaluateCallee(
  analysis: Analysis,
  place: Frame,
  callee: { readonly expression: Expression; readonly call: Call | undefined },
): Node {
  const { queue, interpreter } = analysis;
  if (queue.depth < DEEPEST) {
    queue.depth++;
    const node = interpreter.evaluateExpression(analysis, place, callee);
    queue.depth--;
    return node;
  }
  const result = createNode();
  queue.unread.push(() => {
    connect(queue, evaluateCallee(analysis, place, callee), result);
  });
  return result;
}

/** Expressions that are nested deeper are read later, each with a new stack. */
const DEEPEST = 100;

/** Evaluates an expression and passes its value to unknown code. */
export function evaluateAndHandOver(
  analysis: Analysis,
  place: Frame,
  expression: Expression,
): void {
  handOver(analysis, evaluate(analysis, place, expression), 'escapes');
}

/** Runs the statements of a body. */
export function runBody(analysis: Analysis, place: Frame, statements: readonly ModuleItem[]): void {
  analysis.interpreter.runStatements(analysis, place, statements);
}
