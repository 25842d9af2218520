// The state of one analysis, shared by the files that know one kind of code each.
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Binding } from '../../facts/module-record.js';
import type { Program } from '../../facts/program.js';
import type { ClassNode, Expression, ModuleItem, Span, TsType } from '../../syntax/tree.js';
import type { Call, Place } from './call.js';
import { add, createNode, type Node, type Queue } from './flow.js';
import type { FunctionToken, ObjectToken, Token } from './token.js';
import { UNKNOWN } from './token.js';
import type { SdkUseKind, UnresolvedUse } from '../sdk-use.js';

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
  readonly place: Place;
  readonly inputs: InputNode[];
  /** The operation is not in our table; it counts when the place is not the use of one that is. */
  readonly isDoubtful?: boolean;
};

/** `x.name`, which may be an operation when some of the values of `x` were not followed. */
export type MemberRead = MemberName & {
  readonly place: Place;
  readonly at: Span;
  readonly call: Call | undefined;
};

type MemberName = { readonly object: Node; readonly name: string };

/** A value with a type annotation, which is believed when nothing else is known of it. */
export type Annotated = {
  readonly node: Node;
  readonly type: TsType;
  readonly module: LoadedModule;
};

/** What the parts need of the whole: expressions hold functions, functions statements, and these expressions again. */
export type Interpreter = {
  readonly evaluateExpression: (
    analysis: Analysis,
    place: Place,
    callee: { readonly expression: Expression; readonly call: Call | undefined },
  ) => Node;
  readonly runStatements: (
    analysis: Analysis,
    place: Place,
    statements: readonly ModuleItem[],
  ) => void;
  readonly applyCall: (analysis: Analysis, callee: Node, call: Call) => void;
  readonly loadModule: (
    analysis: Analysis,
    module: LoadedModule,
    from: { readonly specifier: string; readonly isRequired: boolean },
  ) => Node | undefined;
};

/** What went into the modules that are not read, and what their values decide. */
export type Crossing = {
  /** Something of the SDK is in the hands of code that is not followed. */
  hasEscaped: boolean;
  /** One of their values names a module, or is asked for what changes inputs. */
  isAsked: boolean;
  /** Functions that are handed to them. */
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
  readonly queue: Queue;
  readonly bindings: Map<Binding, Node>;
  readonly definitions: Map<object, Node>;
  readonly functions: Map<object, FunctionToken>;
  /** Names that a pattern takes out of something. */
  readonly taken: Set<Binding>;
  readonly classes: Map<ClassNode, ObjectToken>;
  readonly namespaces: Map<LoadedModule, ObjectToken>;
  readonly expressions: Map<Expression, Node>;
  readonly commons: Map<LoadedModule, Node>;
  readonly constants: Map<Token, Node>;
  readonly globals: Map<string, Node>;
  readonly interned: Map<string, Token>;
  /** Inputs given to an operation or a command by a call that does not name it. */
  readonly indirect: Map<Token, InputNode[]>;
  readonly uses: SeenUse[];
  /** The object of each `x.name(...)`: looked at again when it turns out that nothing is known of it. */
  readonly memberCalls: Map<Call, Node>;
  readonly memberReads: MemberRead[];
  readonly annotated: Annotated[];
  /** Clients that are made, by package and class. */
  readonly clients: Set<Token>;
  /** Calls of which it turns out later whether what they call is an operation. */
  readonly deferred: Call[];
  readonly foreignCalls: { readonly package: string; readonly call: Call }[];
  readonly unresolved: UnresolvedUse[];
  /** The paths of the modules that are not read, see unread-modules.ts. */
  readonly unread: ReadonlySet<string>;
  readonly crossing: Crossing;
  /** True when code can change inputs unseen: with middleware of the SDK, or `eval`. */
  mayChangeInputs: boolean;
  /** The functions of the application by the place of their declaration, see {@link placeKey}; undefined: not told apart. */
  readonly views: ReadonlyMap<string, readonly string[]> | undefined;
  /** The functions that a view is part of. */
  readonly viewNames: Map<FunctionToken, Set<string>>;
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

/** A place as the key of a map. */
export function placeKey({ source }: LoadedModule['record'], { start }: Span): string {
  return `${source.file}:${String(source.offsetOf(start))}`;
}
