// The state of one analysis, shared by the files that know one kind of code each.
import type { ResourceOwner } from './sdk/resources.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import type { Program } from '../../facts/program.js';
import type { ClassNode, Expression, ModuleItem, Span, TsType } from '../../syntax/tree.js';
import type { Layer, ListedLayer } from './calls/layers.js';
import { add, createNode, type Node, type Queue, connect, read } from './values/value-graph.js';
import {
  type FunctionToken,
  type ObjectToken,
  type Token,
  UNKNOWN,
  type ClassParts,
} from './values/token.js';
import type { SdkUseKind, TextPattern, UnresolvedUse } from '../sdk-use.js';
import { handOver } from './values/object.js';

/** An input: one value, or the list of the arguments. */
export type InputNode =
  | { readonly kind: 'value'; readonly node: Node }
  | { readonly kind: 'arguments'; readonly nodes: readonly Node[]; readonly isOpen: boolean };

/** A use that was seen; `operation` leads to the inputs of calls that do not name it. */
export type SeenUse = {
  readonly kind: SdkUseKind;
  readonly package: string;
  readonly name: string;
  readonly at: Span;
  readonly place: Frame;
  readonly inputs: InputNode[];
  /** The operation is not in our table. It is reported only if there is no certain use at the same place. */
  readonly isDoubtful?: boolean;
  /** The object on which its method is called. */
  readonly receiver?: Node | undefined;
};

/** `x.name`, which may be an operation when some of the values of `x` were not followed. */
export type MemberRead = MemberName & {
  readonly place: Frame;
  readonly at: Span;
  readonly call: Call | undefined;
};

type MemberName = { readonly object: Node; readonly name: string };

/** A value with a type annotation, which is used when nothing else is known about the value. */
export type Annotated = {
  readonly node: Node;
  readonly type: TsType;
  readonly module: LoadedModule;
};

/** The functions that expressions, functions and statements need of each other, because each may contain the others. */
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

/** What the application hands to modules that are not read, and where their values are used. */
export type Crossing = {
  /** True when code that is not followed has a value of the SDK. */
  hasEscaped: boolean;
  /** True when one of their values names a module, or a member that changes inputs. */
  isAsked: boolean;
  /** Functions of the application that they are given. */
  readonly functions: Set<FunctionToken>;
};

export type Analysis = {
  readonly interpreter: Interpreter;
  readonly program: Program;
  /** The modules that are read. */
  readonly modules: readonly LoadedModule[];
  /** The statements of each of them, by path. */
  readonly programs: ReadonlyMap<string, readonly ModuleItem[]>;
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly resourceOwner: ResourceOwner | undefined;
  /** What a deploy puts into the variables of declared resources. */
  readonly declared: ReadonlyMap<string, TextPattern>;
  readonly queue: Queue;
  readonly bindings: Map<Binding, Node>;
  readonly definitions: Map<object, Node>;
  readonly functions: Map<object, FunctionToken>;
  /** Names that a pattern takes from something. */
  readonly taken: Set<Binding>;
  readonly classes: Map<ClassNode, ObjectToken>;
  readonly namespaces: Map<LoadedModule, ObjectToken>;
  readonly expressions: Map<Expression, Node>;
  readonly commons: Map<LoadedModule, Node>;
  readonly constants: Map<Token, Node>;
  readonly globals: Map<string, Node>;
  readonly interned: Map<string, Token>;
  /** Where namespaces are first named: all exports of a package of the SDK, or of a module. */
  readonly named: Map<Token, { readonly place: Frame; readonly at: Span }>;
  /** Namespaces of modules with exports that may be used by an unknown name. */
  readonly opened: Set<Token>;
  /** The inputs of an operation or a command in calls that do not name it. */
  readonly indirect: Map<Token, InputNode[]>;
  readonly uses: SeenUse[];
  /** The object of each `x.name(...)`, for a second look when nothing is known of the object at the end. */
  readonly memberCalls: Map<Call, Node>;
  readonly memberReads: MemberRead[];
  readonly annotated: Annotated[];
  /** Clients that are made, by package and class. */
  readonly clients: Set<Token>;
  /** Calls whose callee may turn out to be an operation later. */
  readonly deferred: Call[];
  readonly foreignCalls: { readonly package: string; readonly call: Call }[];
  readonly unresolved: UnresolvedUse[];
  /** The paths of the modules that are not read, see unread-modules.ts. */
  readonly unread: ReadonlySet<string>;
  readonly crossing: Crossing;
  /** True when code can change inputs unseen: with middleware of the SDK, or `eval`. */
  mayChangeInputs: boolean;
  /**
   * The functions of the application by the {@link placeKey} of their declaration; undefined when they are not distinguished.
   */
  readonly views: ReadonlyMap<string, readonly string[]> | undefined;
  /** The functions that a view is part of. */
  readonly viewNames: Map<FunctionToken, Set<string>>;
  /** The items of middleware lists; undefined: not distinguished. */
  readonly listed: readonly ListedLayer[] | undefined;
  /** Their middleware, by the location of the call that creates it. Created on first use. */
  layers: ReadonlyMap<string, Layer> | undefined;
  /** The functions from which middleware was created. */
  readonly layerNames: Map<FunctionToken, readonly string[]>;
  /** Which functions each function calls; undefined is what runs when the modules are loaded. */
  readonly calls: Map<FunctionToken | undefined, Set<FunctionToken>>;
  /** Where they do: positions in the module of the one that calls. */
  readonly callPlaces: Map<FunctionToken | undefined, Map<FunctionToken, Set<number>>>;
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
};

/** A node with one value that never changes. */
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

/** A location as the key of a map. */
export function placeKey({ source }: LoadedModule['record'], { start }: Span): string {
  return `${source.file}:${String(source.offsetOf(start))}`;
}

// Calls and member reads as the analysis sees them, and their location.

/** Where an expression is: its module, the function around it, what `this` is. */
export type Frame = {
  readonly module: LoadedModule;
  readonly inside: FunctionToken | undefined;
  readonly self: Node;
  /** What `super` means. */
  readonly base: Base | undefined;
  /** The objects of the `with` statements around it, whose members are names here. */
  readonly within?: readonly Node[];
};

/** What a class extends: what `super(...)` calls, and where `super.x` is found. */
export type Base = { readonly made: Node; readonly members: Node };

export type Call = {
  readonly place: Frame;
  readonly at: Span;
  readonly isNew: boolean;
  /** The method that is called. */
  readonly name?: string | undefined;
  readonly self: Node | undefined;
  readonly args: readonly Node[];
  /** The values of a spread, which any parameter may get. */
  readonly spread: Node | undefined;
  readonly result: Node;
  /** Values of the callee that the call names itself, so that a use of theirs has the input of this call. */
  readonly direct: Set<Token>;
  /** Objects that the call creates, one of each kind. */
  readonly makes: Map<string, ObjectToken>;
  /** Classes whose constructors it runs: a class may extend itself through a function that creates classes. */
  readonly constructed: Set<ClassParts>;
};

/** A member that is read. */
export type Access = {
  /** Its name; undefined when that is not known. */
  readonly name: string | undefined;
  readonly at: Span;
  readonly place: Frame;
  /** The call of it. */
  readonly call: Call | undefined;
  readonly result: Node;
  /** True without `?.`: of `undefined` the program ends there. */
  readonly isStrict?: boolean;
  /** True when a pattern reads it, so that it is used where its new name is used. */
  readonly isTaken?: boolean;
  /** Objects that were searched, because inheritance may have a circle. */
  readonly searched: Set<Node>;
};

// Calls from the files of one kind of code to those of the others, without a cycle of imports.

/** The value of an expression. */
export function evaluate(analysis: Analysis, place: Frame, expression: Expression): Node {
  return evaluateCallee(analysis, place, { expression, call: undefined });
}

/** The value of an expression that a call calls. */
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

/** Expressions that nest deeper are read later, each with a new stack. */
const DEEPEST = 100;

/** The value of an expression that several modules may need. */
export function evaluateOnce(analysis: Analysis, place: Frame, expression: Expression): Node {
  let node = analysis.expressions.get(expression);
  if (!node) {
    const result = (node = createNode());
    analysis.expressions.set(expression, result);
    // Naming an export is not a use.
    read(analysis.queue, () => {
      connect(analysis.queue, evaluate(analysis, place, expression), result);
    });
  }
  return node;
}

/** Evaluates an expression and hands its value to unknown code. */
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
