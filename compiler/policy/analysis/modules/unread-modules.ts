// Selects the modules that need not be read: they contain nothing from the SDK unless it is passed to them, because neither
// they nor their imports name an SDK package. They are skipped in groups that import only each other. Their values count as
// foreign, like values from a package. If more information is needed, all modules are read (docs/decisions/unread-code.md).
import { LONGEST_WRITE, MOST_READ, MOST_READ_FOR_IMPORTS, type ReadingLimits } from '../limits.js';
import type { LoadedModule, ModuleGraph } from '../../../facts/module-graph.js';
import { addTo, valueFor, wordSet } from '../../../groups.js';
import { FRAMEWORK } from '../../../modules/resolve-specifier.js';
import { isAnalysedPackage } from '../sdk/sdk-names.js';
import { closure } from '../calls/call-graph.js';
import { shortText } from '../../../facts/environment.js';
import type { UnresolvedUse } from '../../sdk-use.js';
import { unwrap, propertyName } from '../../../syntax/expressions.js';
import type {
  Argument,
  CallExpression,
  MemberExpression,
  ModuleItem,
} from '../../../syntax/tree.js';
import { isOfType, walk } from '../../../syntax/tree-walk.js';
import { memberIn } from '../expressions/call-expressions.js';
import { unknown } from '../values/value-graph.js';
import type { Analysis, ListedLayer } from '../model.js';
import { moduleFrame } from '../calls/apply-call.js';
import {
  isDocumentClient,
  knownMethods,
  TABLE_WORD,
  type Guess,
} from '../findings/unknown-receivers.js';
import type { WholeModule } from '../../../facts/scan-module.js';
import { MIDDLEWARE } from '../../../kinds/middleware/middleware.js';
import { VIEW_MEMBERS } from '../../../kinds/registry.js';

const PROTOTYPE = /([\w$]+\s*=\s*)?\b(?:Object|Array|String)\s*\.\s*prototype\b/g;

/** Tells whether the text contains `Object.prototype.x = y`, possibly through an alias. */
export function changesPrototype(text: string): boolean {
  if (!text.includes('prototype')) return false;
  for (const { 0: found, 1: name, index } of text.matchAll(PROTOTYPE)) {
    if (COMMENT.test(text.slice(text.lastIndexOf('\n', index) + 1, index))) continue;
    if (WRITE.test(text.slice(index + found.length, index + found.length + LONGEST_WRITE)))
      return true;
    const alias = name?.replace(/\s*=\s*$/, '');
    if (alias !== undefined && isWritten(text, alias)) return true;
  }
  return false;
}

const COMMENT = /^\s*(?:\/\/|\*\s(?!.*\*\/))/;

const WRITE = /^\s*(?:\.\s*[\w$]+|\[[^\]\n]*\])\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)/;

function isWritten(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const isPart = /[\w$.]/.test(text.charAt(at - 1));
    if (!isPart && WRITE.test(text.slice(end, end + LONGEST_WRITE))) return true;
  }
  return false;
}

export type Selection = {
  readonly graph: ModuleGraph;
  /** Reads a module that is imported only for its types. */
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
  readonly limits: ReadingLimits;
};

export function selectUnread(selection: Selection): ReadonlySet<string> {
  const { graph, limits } = selection;
  const links = findLinks(selection);
  const needed = closure(links.importers, [...links.modules.values()].filter(isSource).map(pathOf));
  const entry = graph.loaded.at(-1);
  if (entry) needed.add(entry.path);
  const rest = [...graph.modules.values()].filter(({ path }) => !needed.has(path));
  const groups = groupsOf(rest, links).toSorted((left, right) => left.size - right.size);
  if (limits.few === 0) return new Set(groups.flatMap(({ paths }) => paths));
  const all = sizeOf([...graph.modules.values()]);
  let read = all - sizeOf(rest);
  // Small groups are cheap to read and may contain the names of buckets and tables.
  const most = MOST_READ * read + limits.few;
  const unread = new Set<string>();
  for (const group of groups) {
    if (read + group.size > most && !isReadForImports(group))
      for (const path of group.paths) unread.add(path);
    else read += group.size;
  }
  // If all modules must be read after all, the work is repeated, so skipping modules must save at least as much.
  return all - read < read ? new Set() : unread;
}

type Links = {
  /** All modules, including those that are imported only for their types. */
  readonly modules: ReadonlyMap<string, LoadedModule>;
  readonly importers: ReadonlyMap<string, readonly string[]>;
};

/** Finds the modules that import each module, for values or types. */
function findLinks({ graph, loadTypes }: Selection): Links {
  const modules = new Map(graph.modules);
  const importers = new Map<string, string[]>();
  // The map grows during the iteration.
  for (const module of modules.values()) {
    for (const { specifier } of module.record.requests) {
      const target = module.resolve(specifier);
      if (target.kind !== 'module') continue;
      addTo(importers, target.path, module.path);
      if (modules.has(target.path)) continue;
      const types = loadTypes(module, specifier);
      if (types) modules.set(target.path, types);
    }
  }
  return { modules, importers };
}

/** SDK values may enter through a module that names or imports an SDK package or this package, or may change all objects. */
function isSource({ record, resolve }: LoadedModule): boolean {
  const { text } = record.source;
  if (SOURCE.test(text) || changesPrototype(text)) return true;
  return record.requests.some(({ specifier }) => {
    const target = resolve(specifier);
    if (target.kind !== 'package') return false;
    return isAnalysedPackage(target.specifier) || target.specifier === FRAMEWORK;
  });
}

/** The names of packages, complete or in pieces; aliases of `require`; and code that changes the inputs of every call. */
const SOURCE =
  /['"`]@?aws-(?:sdk|lambda)|['"`]@aws|['"`][^'"`\n]*-sdk['"`/]|createRequire|=\s*require\s*[;,\n]|[(,]\s*require\s*[,)]|middlewareStack/;

type Group = {
  readonly paths: readonly string[];
  readonly modules: readonly LoadedModule[];
  readonly size: number;
};

/** Groups modules that are connected by imports in either direction. */
function groupsOf(modules: readonly LoadedModule[], { importers }: Links): readonly Group[] {
  const neighbours = new Map<string, string[]>();
  const own = new Map(modules.map((module) => [module.path, module]));
  for (const [path, others] of importers) {
    for (const other of others) {
      if (!own.has(other)) continue;
      addTo(neighbours, path, other);
      addTo(neighbours, other, path);
    }
  }
  const seen = new Set<string>();
  return modules.flatMap(({ path }): readonly Group[] => {
    if (seen.has(path)) return [];
    const reached = closure(neighbours, [path]);
    for (const one of reached) seen.add(one);
    const members = [...reached].flatMap((one) => own.get(one) ?? []);
    return [{ paths: members.map(pathOf), modules: members, size: sizeOf(members) }];
  });
}

/** The code around a computed import often shows which module is imported. In a large group, the import is only reported. */
function isReadForImports({ modules, size }: Group): boolean {
  const isSmall = size < MOST_READ_FOR_IMPORTS;
  return isSmall && modules.some(({ record }) => mayComputeImport(record.source.text));
}

function pathOf({ path }: LoadedModule): string {
  return path;
}

export function sizeOf(modules: Iterable<LoadedModule>): number {
  let size = 0;
  for (const { record } of modules) size += record.source.text.length;
  return size;
}

// Finds computed imports in modules that are not read. What they import is unknown.

/** Matches `import(x)` and `require(x)` if the argument is not a string literal. */
const COMPUTED =
  /\b(?:require|import)\s*\(\s*(?!(?:\/\*[^*]*\*\/\s*)?(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)\s*[,)])/;

export function mayComputeImport(text: string): boolean {
  return COMPUTED.test(text);
}

export function computedImportsIn(reader: Reader, module: LoadedModule): readonly UnresolvedUse[] {
  if (!mayComputeImport(module.record.source.text)) return [];
  const found: UnresolvedUse[] = [];
  const whole = reader.whole(module);
  visitCalls(reader.programs.get(module.path), (call) => {
    if (!isComputedImport(call)) return;
    const at = whole.record.source.spanOf(call.span);
    found.push({ kind: 'computed-import', text: shortText(whole, call.span), at });
  });
  return found;
}

function isComputedImport({ callee, arguments: [first] }: WrittenCall): boolean {
  const isLoader =
    callee.type === 'Import' || (callee.type === 'Identifier' && callee.value === 'require');
  const specifier = first?.expression;
  if (!isLoader || !specifier || specifier.type === 'StringLiteral') return false;
  return specifier.type !== 'TemplateLiteral' || specifier.expressions.length > 0;
}

/** A call, including one after `?.`. */
type WrittenCall = Pick<CallExpression, 'callee' | 'span'> & {
  readonly arguments: readonly Argument[];
};

function visitCalls(
  program: readonly ModuleItem[] | undefined,
  visit: (call: WrittenCall) => void,
): void {
  walk(program, (node) => {
    if (isOfType(node, 'CallExpression')) visit(node);
    return true;
  });
}

function calledMemberOf({ callee }: WrittenCall): MemberExpression | undefined {
  const isPlain = callee.type !== 'Super' && callee.type !== 'Import';
  return isPlain ? memberIn(unwrap(callee)) : undefined;
}

// Finds calls in unread modules whose method has the name of an operation. An unread module may receive a client through a
// global or a package, so each of these calls may be an operation of one of the application's clients.

export function findNamedOperations(
  analysis: Analysis,
  reader: Reader,
  unread: readonly LoadedModule[],
): readonly Guess[] {
  const texts = unread.map(({ record }) => record.source.text);
  const hasTables = texts.some((text) => TABLE_WORD.test(text));
  const methods = [...knownMethods(analysis)].flatMap(([name, clients]) => {
    const candidates = hasTables ? clients : clients.filter((client) => !isDocumentClient(client));
    return candidates.length === 0 ? [] : [[name, candidates] as const];
  });
  if (methods.length === 0) return [];
  const byName = new Map(methods);
  const mayCall = new RegExp(`${BEFORE_NAME}(?:${[...byName.keys()].join('|')})\\b`);
  return unread.flatMap((module): readonly Guess[] => {
    if (!mayCall.test(module.record.source.text)) return [];
    const frame = moduleFrame(analysis, reader.whole(module));
    const found: Guess[] = [];
    visitCalls(reader.programs.get(module.path), (written) => {
      const member = calledMemberOf(written);
      const name = member && propertyName(member);
      const clients = byName.get(name ?? '');
      if (!member || !clients || !takesInput(written)) return;
      const call = { frame, at: member.span, name, args: [unknown(analysis)], spread: undefined };
      found.push({ call, clients });
    });
    return found;
  });
}

/** What precedes the name of a member: a dot, a quote, or the end of a comment. */
const BEFORE_NAME = '(?:[.\'"`]|\\*/)\\s*';

/** Tells whether the first argument can be an input, which is always an object. */
function takesInput({ arguments: [first] }: WrittenCall): boolean {
  return first === undefined || !NO_INPUT.has(first.expression.type);
}

const NO_INPUT = wordSet(
  'StringLiteral NumericLiteral BooleanLiteral TemplateLiteral FunctionExpression ArrowFunctionExpression',
);

export type ReaderOptions = {
  readonly graph: ModuleGraph;
  /** Returns the lambda functions of each declaration, by its file and offset; undefined if they cannot be distinguished. */
  readonly views: () => ReadonlyMap<string, readonly string[]> | undefined;
  /** Returns the items of middleware lists. They are needed only if lambda functions are distinguished. */
  readonly listed?: () => readonly ListedLayer[];
  /** Reads a module in full if it has been read only in part. */
  readonly readWhole: (module: LoadedModule) => WholeModule;
};

/** Reads each module in full only once, even if two analyses need it. */
export type Reader = {
  readonly whole: (module: LoadedModule) => LoadedModule;
  /** The statements of the modules that have been read, by path. */
  readonly programs: ReadonlyMap<string, readonly ModuleItem[]>;
  readonly views: Analysis['views'];
  readonly listed: Analysis['listed'];
};

/** Creates a reader. Its `views` are undefined if lambda functions need not be distinguished. */
export function createReader(
  { graph, readWhole, views, listed }: ReaderOptions,
  told: 'functions' | 'all' = 'functions',
): Reader {
  const programs = new Map<string, readonly ModuleItem[]>();
  const wholes = new Map<LoadedModule, LoadedModule>();
  const found = told === 'all' || isWorthTelling(graph) ? views() : undefined;
  return {
    programs,
    views: found,
    listed: found && listed?.(),
    whole: (module) =>
      valueFor(wholes, module, () => {
        const { record, body } = readWhole(module);
        programs.set(module.path, body);
        return { ...module, record };
      }),
  };
}

const TOLD_APART = new RegExp(
  `\\b(?:${[...VIEW_MEMBERS.filter((member) => member !== 'route'), MIDDLEWARE].join('|')})\\b|async\\s*\\*|\\bsse\\b|stream|AsyncIterable|AsyncGenerator|Readable`,
);

/** Lambda functions are distinguished if there are others besides the one for the views, or streams, or middleware. */
function isWorthTelling({ modules }: ModuleGraph): boolean {
  return [...modules.values()].some(({ record }) => TOLD_APART.test(record.source.text));
}
