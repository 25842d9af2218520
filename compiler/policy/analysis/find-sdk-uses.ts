// Every use of an operation of the SDK in the modules that an application reaches, with what is known of its input.
// Nothing is executed: the source is read as text, and values are followed through it.
import { compareTexts } from '../../text-order.js';
import type { LoadedModule, ModuleGraph } from '../../facts/module-graph.js';
import { createProgram } from '../../facts/program.js';
import type { WholeModule } from '../../facts/scan-module.js';
import type { SdkUse, SdkUses, UnresolvedUse } from '../sdk-use.js';
import { placeKey, type Analysis, type SeenUse } from './analysis.js';
import { believeAnnotations } from './annotations.js';
import { applyCall, handOverArguments, placeOf } from './apply-call.js';
import { evaluateExpression } from './evaluate.js';
import { add, createQueue, isSpent, solve } from './flow.js';
import { findForeignPackages } from './foreign-packages.js';
import { findLost } from './lost-values.js';
import { readInputs } from './inputs.js';
import { moduleNode } from './names.js';
import { handOverToken } from './object.js';
import { isAnalysedPackage } from './packages.js';
import { findReach } from './reach.js';
import { findGuesses, isGuess, noteGuess } from './second-chance.js';
import { runStatements } from './statements.js';
import { findUnread } from './unread-packages.js';
import { UNKNOWN, type Token } from './token.js';

export type SdkUseOptions = {
  readonly graph: ModuleGraph;
  readonly readText: (path: string) => string | undefined;
  /** The environment variables of each function. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** The function of each declaration, by its file and offset; undefined when they cannot be told apart. */
  readonly views: () => ReadonlyMap<string, string> | undefined;
  /** Reads all of a module that has been read in part. */
  readonly readWhole: (module: LoadedModule) => WholeModule;
  /** Reads a module that is imported for its types only. */
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
  /** Told at the end what has been done, for tests of the cost. */
  readonly measure?: ((work: AnalysisWork) => void) | undefined;
};

export type AnalysisWork = {
  /** The same for the same code, on any machine. */
  readonly work: number;
  /** True when values were no longer followed at the end. */
  readonly isSpent: boolean;
};

export function findSdkUses(options: SdkUseOptions): SdkUses {
  const { graph } = options;
  const unread = findUnread(graph);
  if (![...graph.modules.values()].some(isConcerned)) {
    return { uses: [], unresolved: unread, reachedBy: {} };
  }
  const analysis = createAnalysis(options);
  for (const module of analysis.program.graph.modules.values()) {
    const items = analysis.programs.get(module.path) ?? [];
    runStatements(analysis, placeOf(analysis, module), items);
  }
  settle(analysis);
  for (const guess of findGuesses(analysis)) noteGuess(analysis, guess);
  findLost(analysis);
  findForeignPackages(analysis);
  const { queue } = analysis;
  options.measure?.({ work: queue.work, isSpent: isSpent(queue) });

  return {
    uses: readUses(analysis),
    unresolved: sortUnresolved([...analysis.unresolved, ...unread]),
    reachedBy: {},
  };
}

/** Without a package of the SDK, and without an import that may be one, there is nothing to find. */
function isConcerned({ record, resolve }: LoadedModule): boolean {
  if (LOADING.test(record.source.text)) return true;
  return record.requests.some(({ specifier }) => {
    const target = resolve(specifier);
    return target.kind === 'package' && isAnalysedPackage(target.specifier);
  });
}

/** Without functions besides the views there is nothing to tell apart. */
function hasFunctions({ modules }: ModuleGraph): boolean {
  return [...modules.values()].some(({ record }) => record.source.text.includes('lambdaFunction'));
}

const LOADING = /aws-sdk|aws-lambda-powertools|createRequire|\b(?:require|import)\s*\(/;

function createAnalysis(options: SdkUseOptions): Analysis {
  const { graph, environments, readText, readWhole } = options;
  const programs = new Map<string, WholeModule['body']>();
  const wholes = new Map<LoadedModule, LoadedModule>();
  const whole = (module: LoadedModule): LoadedModule => {
    let known = wholes.get(module);
    if (!known) {
      const { record, body } = readWhole(module);
      programs.set(module.path, body);
      wholes.set(module, (known = { ...module, record }));
    }
    return known;
  };
  const modules = new Map([...graph.modules].map(([path, module]) => [path, whole(module)]));
  const types = new Map<string, LoadedModule | undefined>();
  const program = createProgram({ graph: { ...graph, modules }, environment: {}, readText });
  return {
    interpreter: { evaluateExpression, runStatements, applyCall, loadModule: moduleNode },
    program,
    programs,
    environments,
    queue: createQueue(sizeOf(modules.values())),
    bindings: new Map(),
    definitions: new Map(),
    functions: new Map(),
    taken: new Set(),
    classes: new Map(),
    namespaces: new Map(),
    expressions: new Map(),
    commons: new Map(),
    constants: new Map(),
    globals: new Map(),
    interned: new Map(),
    indirect: new Map(),
    uses: [],
    memberCalls: new Map(),
    memberReads: [],
    annotated: [],
    clients: new Set(),
    deferred: [],
    foreignCalls: [],
    unresolved: [],
    mayChangeInputs: false,
    views: hasFunctions(graph) ? options.views() : undefined,
    viewNames: new Map(),
    calls: new Map(),
    loadTypes: (module, specifier) => {
      const target = module.resolve(specifier);
      if (target.kind !== 'module') return undefined;
      if (!types.has(target.path)) {
        const loaded = options.loadTypes(module, specifier);
        types.set(target.path, loaded && whole(loaded));
      }
      return types.get(target.path);
    },
  };
}

/** The number of characters. */
function sizeOf(modules: Iterable<LoadedModule>): number {
  return [...modules].reduce((sum, { record }) => sum + record.source.text.length, 0);
}

const MOST_ROUNDS = 4;

/** Passes values on until nothing changes. What did not fit somewhere is in the hands of code that is not followed. */
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

/** Values come to rest; then whatever nobody is seen to call is called by somebody else, and types are believed. */
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

/** Hands the arguments of calls over to whatever is called, unless that is an operation; returns whether there were none. */
function handOverDeferred(analysis: Analysis): boolean {
  const calls = analysis.deferred.splice(0);
  for (const call of calls) {
    const isOperation =
      isGuess(analysis, call) || [...call.direct].some(({ kind }) => kind === 'operation');
    handOverArguments(analysis, call, isOperation ? 'lent' : 'escapes');
  }
  return calls.length === 0;
}

function readUses(analysis: Analysis): readonly SdkUse[] {
  const uses = new Map<string, SdkUse>();
  const reach = findReach(analysis);
  const sure = new Set(analysis.uses.filter(({ isDoubtful }) => !isDoubtful).map(keyOf));
  for (const seen of analysis.uses) {
    const { kind, name, place, inputs } = seen;
    if (seen.isDoubtful && sure.has(keyOf(seen))) continue;
    const at = place.module.record.source.spanOf(seen.at);
    const key = [at.file, at.start, at.end, kind, seen.package, name].join(' ');
    const read =
      analysis.mayChangeInputs || isSpent(analysis.queue)
        ? [{ kind: 'unknown' } as const]
        : readInputs(inputs);
    const known = uses.get(key);
    const both = known ? joinInputs(known.inputs, read) : read;
    const reachedBy = reach(place.inside);
    const reached = reachedBy && { reachedBy };
    uses.set(key, {
      kind,
      package: seen.package,
      name,
      inputs: both,
      at,
      file: at.file,
      ...reached,
    });
  }
  return [...uses.values()].toSorted(byPlace);
}

function keyOf({ place, at }: SeenUse): string {
  return placeKey(place.module.record, at);
}

function joinInputs(first: SdkUse['inputs'], second: SdkUse['inputs']): SdkUse['inputs'] {
  const unknown = [...first, ...second].find(({ kind }) => kind === 'unknown');
  if (unknown) return [unknown];
  return [
    ...new Map([...first, ...second].map((value) => [JSON.stringify(value), value])).values(),
  ];
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
