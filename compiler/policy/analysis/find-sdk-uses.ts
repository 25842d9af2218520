// Finds every use of an SDK operation in the modules that an application reaches, with what is known about its input. No code
// is executed: the source is read as text, and values are followed through it.
import { DEEPEST_CLIENT, MOST_ROUNDS, READING_LIMITS, type ReadingLimits } from './limits.js';
import { compareTexts } from '../../groups.js';
import { type LoadedModule, type ModuleGraph, relativePath } from '../../facts/module-graph.js';
import {
  changeable,
  type SdkUse,
  type SdkUses,
  settleInputs,
  type UnresolvedUse,
} from '../sdk-use.js';
import { placeKey } from './analysis.js';
import {
  type Analysis,
  everyArgument,
  type SeenUse,
  type InputNode,
  type Node,
  type ResourceOwner,
  type Token,
  UNKNOWN,
  type ObjectToken,
  UNREAD,
  type FunctionToken,
} from './model.js';
import { believeAnnotations } from './types/annotations.js';
import { applyCall, handOverArguments, moduleFrame } from './calls/apply-call.js';
import { add, createQueue, isSpent, solve, isNarrow } from './values/value-graph.js';
import {
  computedImportsIn,
  selectUnread,
  sizeOf,
  findNamedOperations,
  createReader,
  type Reader,
  type ReaderOptions,
} from './modules/unread-modules.js';
import { globalObject } from './expressions/globals.js';
import { findLost } from './findings/lost-values.js';
import { readInputs } from './findings/inputs.js';
import { handOver, handOverToken } from './values/object.js';
import { isAnalysedPackage } from './sdk/sdk-names.js';
import { declaredTexts } from './sdk/resources.js';
import { FRAMEWORK } from '../../modules/resolve-specifier.js';
import { layerReach } from './calls/layers.js';
import { callsOf, closure, findReach } from './calls/call-graph.js';
import { findGuesses, isGuess, noteGuess } from './findings/unknown-receivers.js';
import { runStatements } from './expressions/statements.js';
import { createProgram } from '../../facts/evaluate.js';
import { evaluateExpression } from './expressions/evaluate.js';
import { noteNamespace } from './sdk/sdk-values.js';
import { moduleNode } from './expressions/names.js';
import { shortText } from '../../facts/environment.js';

export type SdkUseOptions = AnalysisOptions & {
  /** Tells whether an installed SDK package has a command for an operation; undefined if the package is not installed. */
  readonly hasCommand?: (packageName: string, operation: string) => boolean | undefined;
  /** Replaces the limits, in tests of what is lost when a limit is reached. */
  readonly limits?: ReadingLimits | undefined;
  /** Called at the end with the amount of work, in tests of the cost. */
  readonly measure?: ((work: AnalysisWork) => void) | undefined;
};

export type AnalysisWork = {
  /** The amount of work. It is the same for the same code on any machine. */
  readonly work: number;
  /** True if the analysis stopped following values before the end. */
  readonly isSpent: boolean;
  readonly modules: number;
};

export function findSdkUses(options: SdkUseOptions): SdkUses {
  const { graph } = options;
  const unread = findUnread(graph);
  if (![...graph.modules.values()].some(isConcerned)) {
    return { uses: [], unresolved: unread, reachedBy: {} };
  }
  const analysis = readModules(options);
  const { queue, modules } = analysis;
  options.measure?.({ work: queue.work, isSpent: isSpent(queue), modules: modules.length });
  return {
    uses: readUses(analysis, options),
    unresolved: sortUnresolved([...analysis.unresolved, ...unread]),
    reachedBy: {},
  };
}

/** Reads the modules that SDK values may reach, or all modules if that makes the result more exact at an acceptable cost. */
function readModules(options: SdkUseOptions): Analysis {
  const { graph, loadTypes, limits = READING_LIMITS } = options;
  const reader = createReader(options);
  const unread = selectUnread({ graph, loadTypes, limits });
  if (unread.size > 0) {
    const analysis = analyse(createAnalysis(options, reader, unread));
    const left = [...graph.modules.values()].filter(({ path }) => unread.has(path));
    if (!mayReachUnread(analysis)) {
      const named = findNamedOperations(analysis, reader, left);
      const isEnough = named.length === 0 && !tellsLess(analysis);
      if (isEnough || sizeOf(left) > limits.most) {
        for (const guess of named) noteGuess(analysis, guess);
        analysis.unresolved.push(...left.flatMap((module) => computedImportsIn(reader, module)));
        return analysis;
      }
    }
  }
  return analyse(createAnalysis(options, reader, new Set()));
}

/** Follows the values of all modules, whether or not they use the SDK. */
export function analyseApp(options: AnalysisOptions): Analysis {
  return analyse(createAnalysis(options, createReader(options, 'all'), new Set()));
}

function analyse(analysis: Analysis): Analysis {
  // Modules that are not read may access global values.
  if (analysis.unread.size > 0) handOver(analysis, globalObject(analysis), 'escapes');
  for (const module of analysis.modules) {
    const items = analysis.programs.get(module.path) ?? [];
    runStatements(analysis, moduleFrame(analysis, module), items);
  }
  settle(analysis);
  for (const guess of findGuesses(analysis)) noteGuess(analysis, guess);
  findLost(analysis);
  findForeignPackages(analysis);
  return analysis;
}

/** Tells whether a module imports the SDK, or something that may be an SDK package. */
function isConcerned({ record, resolve }: LoadedModule): boolean {
  const { text } = record.source;
  if (LOADING.test(text)) return true;
  return record.requests.some(({ specifier }) => {
    const target = resolve(specifier);
    if (target.kind !== 'package') return false;
    return (
      isAnalysedPackage(target.specifier) ||
      (target.specifier === FRAMEWORK && PARAMETERS.test(text))
    );
  });
}

/** The exports of this package whose results are functions that make AWS calls. */
const PARAMETERS = /\b(?:secret|parameter)\b/;

const LOADING = /aws-sdk|aws-lambda-powertools|@middy|createRequire|\b(?:require|import)\s*\(/;

/** Propagates values until nothing changes. Values that exceed the capacity of a node count as passed to unknown code. */
function rest(analysis: Analysis): void {
  const { queue } = analysis;
  const handedOver = new Set<Token>();
  for (;;) {
    solve(queue);
    const tokens = [...queue.overflow].filter((token) => !handedOver.has(token));
    if (tokens.length === 0) return;
    for (const token of tokens) {
      handedOver.add(token);
      handOverToken(analysis, token, 'escapes');
    }
  }
}

/** Propagates all values. Then treats functions without a visible call as called by unknown code, and uses the annotations. */
function settle(analysis: Analysis): void {
  const { queue } = analysis;
  rest(analysis);
  for (const token of analysis.functions.values()) {
    if (token.isCalled) continue;
    for (const parameter of token.parameters) add(queue, parameter, UNKNOWN);
    if (token.rest) add(queue, token.rest.any, UNKNOWN);
  }
  rest(analysis);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = analysis.uses.length;
    believeAnnotations(analysis);
    rest(analysis);
    const isSettled = handOverDeferred(analysis);
    rest(analysis);
    if (analysis.uses.length === before && isSettled && round > 0) return;
  }
  while (!handOverDeferred(analysis)) rest(analysis);
}

/** Passes the arguments of the deferred calls; returns true if there were none. An operation does not keep its arguments. */
function handOverDeferred(analysis: Analysis): boolean {
  const calls = analysis.deferred.splice(0);
  for (const call of calls) {
    const isOperation =
      isGuess(analysis, call) || [...call.direct].some(({ kind }) => kind === 'operation');
    handOverArguments(analysis, call, isOperation ? 'lent' : 'escapes');
  }
  return calls.length === 0;
}

function readUses(analysis: Analysis, options: SdkUseOptions): readonly SdkUse[] {
  const uses = new Map<string, SdkUse>();
  const reach = findReach(analysis);
  const layersOf = layerReach(analysis, callsOf(analysis));
  const sure = new Set(analysis.uses.filter(({ isDoubtful }) => !isDoubtful).map(keyOf));
  for (const seen of analysis.uses) {
    const { kind, name, frame, inputs } = seen;
    if (seen.isDoubtful && (sure.has(keyOf(seen)) || !isOperation(seen, options))) continue;
    const at = frame.module.record.source.spanOf(seen.at);
    const key = [at.file, at.start, at.end, kind, seen.package, name].join(' ');
    const found = readInputs(inputs);
    const read =
      analysis.mayChangeInputs || isSpent(analysis.queue) ? found.map(changeable) : found;
    const known = uses.get(key);
    const reachedBy = reach(frame.inside);
    const layers = [...new Set([...(known?.layers ?? []), ...layersOf(frame.inside)])];
    uses.set(key, {
      kind,
      package: seen.package,
      name,
      inputs: settleInputs([...(known?.inputs ?? []), ...read]),
      at,
      file: at.file,
      ...(reachedBy && { reachedBy }),
      ...(layers.length > 0 && { layers }),
    });
  }
  return [...uses.values()].toSorted(byPlace);
}

/**
 * Tells whether an operation that is missing from our table exists in the installed package. If the package is not installed,
 * the name counts as an operation if the value on which it is called may be a client.
 */
function isOperation(
  { package: name, name: operation, receiver }: SeenUse,
  options: SdkUseOptions,
): boolean {
  const isCommand = options.hasCommand?.(name, operation);
  if (isCommand !== undefined) return isCommand;
  const method = operation.charAt(0).toLowerCase() + operation.slice(1);
  if (PROTOTYPES.some((prototype) => method in prototype)) return false;
  return receiver?.tokens.every(({ kind }) => CLIENT_LIKE.has(kind)) !== false;
}

/** Built-in prototypes, whose methods are not operations. */
const PROTOTYPES: readonly object[] = [Array, Map, Set, Promise, Function, String].map(
  ({ prototype }) => prototype as object, // because TypeScript types it as any
);

const CLIENT_LIKE = new Set<Token['kind']>(['client', 'undefined', 'unknown', 'foreign']);

function keyOf({ frame, at }: SeenUse): string {
  return placeKey(frame.module.record, at);
}

function byPlace(first: SdkUse, second: SdkUse): number {
  return (
    compareTexts(first.file, second.file) ||
    first.at.start - second.at.start ||
    compareTexts(
      `${first.package} ${first.kind} ${first.name}`,
      `${second.package} ${second.kind} ${second.name}`,
    )
  );
}

function sortUnresolved(unresolved: readonly UnresolvedUse[]): readonly UnresolvedUse[] {
  const known = new Map(unresolved.map((seen) => [JSON.stringify(seen), seen]));
  return [...known.values()].toSorted(
    (first, second) =>
      compareTexts(first.at.file, second.at.file) ||
      first.at.start - second.at.start ||
      compareTexts(first.kind, second.kind),
  );
}

/** Finds linked packages that have no source in the project. The calls in them are not visible. */
function findUnread({ modules }: ModuleGraph): readonly UnresolvedUse[] {
  return [...modules.values()].flatMap(({ path, file, record, resolve }) =>
    record.requests.flatMap(({ specifier, at, when }): readonly UnresolvedUse[] => {
      const target = when === 'types' ? undefined : resolve(specifier);
      if (target?.kind !== 'package' || target.unread === undefined) return [];
      const root = path.endsWith(`/${file}`) ? path.slice(0, -file.length - 1) : undefined;
      const directory = root === undefined ? target.unread : relativePath(root, target.unread);
      return [{ kind: 'unread-link', package: specifier, directory, at: record.source.spanOf(at) }];
    }),
  );
}

type AnalysisOptions = ReaderOptions & {
  readonly readText: (path: string) => string | undefined;
  /** The environment variables of each lambda function. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly resourceOwner?: ResourceOwner | undefined;
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
};

function createAnalysis(
  { graph, environments, resourceOwner, readText, loadTypes }: AnalysisOptions,
  { whole, programs, views, listed }: Reader,
  unread: ReadonlySet<string>,
): Analysis {
  const read = (module: LoadedModule): LoadedModule =>
    unread.has(module.path) ? module : whole(module);
  const known = new Map([...graph.modules].map(([path, module]) => [path, read(module)]));
  const modules = [...known.values()].filter(({ path }) => !unread.has(path));
  const types = new Map<string, LoadedModule | undefined>();
  return {
    interpreter: {
      evaluateExpression,
      runStatements,
      applyCall,
      loadModule: moduleNode,
      noteNamespace,
    },
    program: createProgram({
      graph: { ...graph, modules: known },
      environment: undefined,
      readText,
    }),
    modules,
    programs,
    environments,
    resourceOwner,
    declared: declaredTexts(resourceOwner),
    queue: createQueue(sizeOf(modules)),
    bindings: new Map(),
    definitions: new Map(),
    functions: new Map(),
    taken: new Set(),
    classes: new Map(),
    namespaces: new Map(),
    commons: new Map(),
    constants: new Map(),
    globals: new Map(),
    interned: new Map(),
    named: new Map(),
    opened: new Set(),
    indirect: new Map(),
    uses: [],
    memberCalls: new Map(),
    memberReads: [],
    memberWrites: [],
    annotated: [],
    clients: new Set(),
    deferred: [],
    foreignCalls: [],
    unresolved: [],
    unread,
    crossing: { hasEscaped: false, isAsked: false, functions: new Set() },
    mayChangeInputs: false,
    views,
    viewNames: new Map(),
    listed,
    layers: undefined,
    layerNames: new Map(),
    calls: new Map(),
    callPlaces: new Map(),
    loadTypes: (module, specifier) => {
      const target = module.resolve(specifier);
      if (target.kind !== 'module') return undefined;
      if (!types.has(target.path)) {
        const loaded = loadTypes(module, specifier);
        types.set(target.path, loaded && whole(loaded));
      }
      return types.get(target.path);
    },
  };
}

// Finds clients that the application passes to unknown packages. The calls that those packages make are not visible.

function findForeignPackages(analysis: Analysis): void {
  const held: ClientsByDepth = [];
  for (const { package: name, call } of analysis.foreignCalls) {
    const client = everyArgument(call)
      .map((node) => clientIn(node, held))
      .find((found) => found !== undefined);
    if (client === undefined) continue;
    const { module } = call.frame;
    analysis.unresolved.push({
      kind: 'foreign-package',
      package: name,
      client: client === '' ? shortText(module, call.at) : client,
      at: module.record.source.spanOf(call.at),
    });
  }
}

/** The clients that objects contain, for each depth. They are cached, because many calls receive the same objects. */
type ClientsByDepth = Map<ObjectToken, string | undefined>[];

/** Returns the class name of the client that a value contains: the value itself, or one of its members. */
function clientIn(node: Node, held: ClientsByDepth, depth = 0): string | undefined {
  for (const token of node.tokens) {
    if (token.kind === 'client') return token.name;
    const isHolder = token.kind === 'object' && (token.form === 'literal' || token.form === 'list');
    const client = isHolder && depth < DEEPEST_CLIENT ? clientOf(token, held, depth) : undefined;
    if (client !== undefined) return client;
  }
  return undefined;
}

function clientOf(object: ObjectToken, held: ClientsByDepth, depth: number): string | undefined {
  const known = (held[depth] ??= new Map<ObjectToken, string | undefined>());
  if (known.has(object)) return known.get(object);
  known.set(object, undefined);
  for (const field of [...object.fields.values(), object.any]) {
    const client = clientIn(field, held, depth + 1);
    if (client === undefined) continue;
    known.set(object, client);
    return client;
  }
  return undefined;
}

function mayReachUnread({ crossing, queue, unresolved }: Analysis): boolean {
  const { hasEscaped, isAsked } = crossing;
  const isNamed = unresolved.some(({ kind }) => kind === 'computed-operation');
  if (hasEscaped || isAsked || (isNamed && queue.mixesUnread)) return true;
  return queue.overflow.size > 0 || isNarrow(queue);
}

/** Tells whether reading all modules may make the policy narrower or remove a warning. */
function tellsLess(analysis: Analysis): boolean {
  const { unresolved, uses } = analysis;
  if (unresolved.some(({ kind }) => MAY_BE_KNOWN.has(kind))) return true;
  const isOpen = uses.some(({ inputs }) => inputs.some((input) => isFromUnread(analysis, input)));
  return isOpen || separatesLess(analysis);
}

const MAY_BE_KNOWN = new Set<UnresolvedUse['kind']>(['guessed-receiver', 'computed-operation']);

/** Input members that do not name a resource. */
const CONTENT =
  /^(?:Key|Item|Body|Message|MessageBody|Payload|Value|Metadata|Data|Detail|Limit|ExclusiveStartKey|SecretString|Plaintext|CiphertextBlob|Content(?!$)\w*|\w*Expression|ExpressionAttribute\w+)$/;

function isFromUnread({ queue }: Analysis, input: InputNode): boolean {
  const seen = new Set<ObjectToken>();
  const isOpen = ({ tokens }: Node): boolean => {
    const isExact = tokens.length === 1 && tokens.every(({ kind }) => kind !== 'unknown');
    // Some values of the member are known and others are not.
    const isPartly = tokens.length > 1 && tokens.some(({ kind }) => kind === 'unknown');
    return isPartly || (queue.mixesUnread && !isExact) || tokens.some(isOpenToken);
  };
  const isOpenToken = (token: Token): boolean => {
    if (token === UNREAD) return true;
    if (token.kind === 'text') return queue.mixesUnread && token.pattern.includes(undefined);
    if (token.kind !== 'object' || seen.has(token)) return false;
    seen.add(token);
    if (token.hasEscaped || isOpen(token.any) || isOpen(token.open)) return true;
    return [...token.fields].some(([name, field]) => !CONTENT.test(name) && isOpen(field));
  };
  return input.kind === 'value' ? isOpen(input.node) : input.nodes.some(isOpen);
}

/**
 * Returns true if reading all modules may separate the lambda functions better: until then, a function that was passed to an
 * unread module counts as called by every lambda function.
 */
function separatesLess({ views, crossing, calls, uses }: Analysis): boolean {
  if (new Set([...(views?.values() ?? [])].flat()).size < 2) return false;
  const reached = closure<FunctionToken | undefined>(calls, crossing.functions);
  return uses.some(({ frame }) => reached.has(frame.inside));
}
