// Scans a module in one pass: creates a record of its names and of all code that may declare something.
import { DEEPEST_NESTING, nestedTooDeeply } from '../syntax/nesting.js';
import type { SourceText } from '../syntax/source-text.js';
import { parseAhead, parseModule, type ParsedModule, type UnparsedModule } from '../syntax/swc.js';
import type { SyntaxProblem } from '../syntax/syntax-problem.js';
import type { ModuleItem } from '../syntax/tree.js';
import { DECLARING_WORD } from './receivers.js';
import { type ModuleRecord, type Use, createNameTable } from './module-record.js';
import { scanImportsAndExports } from './scan-imports.js';
import { visitNode } from './scan-nodes.js';
import { LOADING, visitChildren, type Scan, type SkippedBody } from './scan.js';

/** Scans a module. If the module has syntax errors, the record contains only its problems. */
export function scanModule(text: string, file: string): ModuleRecord {
  return scanParsed(parseModule(text, file, DECLARING_WORD));
}

/** Scans a module that another thread parses; undefined if {@link scanModule} must be used instead. */
export async function scanAhead(text: string, file: string): Promise<ModuleRecord | undefined> {
  const parsed = await parseAhead({ text, file, declaringWord: DECLARING_WORD });
  return parsed && scanParsed(parsed);
}

/** A module whose function bodies have all been read. */
export type WholeModule = { readonly record: ModuleRecord; readonly body: readonly ModuleItem[] };

export function scanWholeModule(text: string, file: string): WholeModule {
  const parsed = parseModule(text, file);
  const record = scanParsed(parsed);
  const isRead = parsed.kind === 'parsed' && record.problems.length === 0;
  return { record, body: isRead ? parsed.program.body : [] };
}

function scanParsed(parsed: ParsedModule | UnparsedModule): ModuleRecord {
  const { source } = parsed;
  if (parsed.kind === 'unparsed') return unreadRecord(source, parsed.problems);
  const scan = createScan();
  scanImportsAndExports(scan, parsed.program.body);
  for (const item of parsed.program.body) scan.visit(item);
  const { tooDeep, uses } = scan;
  if (tooDeep) return unreadRecord(source, [nestedTooDeeply(source.offsetOf(tooDeep.start))]);
  const bodiesWith = (name: string): readonly SkippedBody[] =>
    scan.skipped.filter(({ span }) => source.textOf(span).includes(name));
  const readBodies = (bodies: readonly SkippedBody[], isEnough: () => boolean): void => {
    for (const body of bodies) {
      if (isEnough()) break;
      scan.skipped.splice(scan.skipped.indexOf(body), 1);
      scan.moment = body.moment;
      visitChildren(scan, parsed.readBody(body.span));
    }
    if (bodies.length > 0) uses.sort((first, second) => startOf(first) - startOf(second));
  };
  return {
    ...scan,
    source,
    typeItems: parsed.program.body.filter(isForTypes),
    problems: [],
    readBody: parsed.readBody,
    readBodiesWith: (name) => readBodies(bodiesWith(name), () => false),
    usesImport: (binding) => {
      if (binding.isUsed) return true;
      // If a skipped body calls the name, it is used as a value, and the bodies need not be read.
      const called = `${binding.local}(`;
      binding.isUsed = scan.skipped.some(({ span }) => source.textOf(span).includes(called));
      if (!binding.isUsed) readBodies(bodiesWith(binding.local), () => binding.isUsed);
      return binding.isUsed;
    },
  };
}

/** Returns true for every statement that may be only for types, so also for `export { ... }` and `export *`. */
function isForTypes(item: ModuleItem): boolean {
  switch (item.type) {
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
    case 'TsModuleDeclaration':
    case 'TsImportEqualsDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'ClassDeclaration':
    case 'TsEnumDeclaration':
      return item.declare;
    case 'VariableDeclaration':
      return item.declarations.some(({ init }) => !init);
    case 'ExportDeclaration':
      return isForTypes(item.declaration);
    case 'ExportDefaultDeclaration':
      return item.decl.type === 'TsInterfaceDeclaration';
    default:
      return false;
  }
}

function unreadRecord(source: SourceText, problems: readonly SyntaxProblem[]): ModuleRecord {
  return {
    ...createScan(),
    source,
    typeItems: [],
    problems,
    readBody: (span) => ({ type: 'FunctionBody', span, stmts: [] }),
    readBodiesWith: () => undefined,
    usesImport: () => true,
  };
}

function createScan(): Scan {
  const scan: Scan = {
    names: createNameTable(),
    imports: new Map(),
    requests: [],
    exports: new Map(),
    starExports: [],
    uses: [],
    skipped: [],
    lowered: new Set(),
    moment: LOADING,
    depth: 0,
    tooDeep: undefined,
    visit: (node, holder) => {
      if (++scan.depth <= DEEPEST_NESTING) visitNode(scan, node, holder);
      else if ('span' in node) scan.tooDeep ??= node.span;
      scan.depth--;
    },
  };
  return scan;
}

function startOf(use: Use): number {
  switch (use.kind) {
    case 'decorator':
    case 'authorizer':
    case 'register':
      return use.call.span.start;
    case 'apply':
      return use.outer.span.start;
    case 'new':
      return use.node.span.start;
    case 'passed':
      return use.list.span.start;
    case 'member':
    case 'stray':
    case 'write':
      return use.at.start;
  }
}
