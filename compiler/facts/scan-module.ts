// One walk over a module: from its text to a record of its names and of every place that may matter.
import { parseModule } from '../syntax/swc.js';
import type { ModuleRecord, Use } from './module-record.js';
import { createNameTable } from './name-table.js';
import { scanImportsAndExports } from './scan-imports.js';
import { visitNode } from './scan-nodes.js';
import { LOADING, visitChildren, type Scan, type SkippedBody } from './scan.js';

const UNPARSED: Pick<ModuleRecord, 'readBodiesWith' | 'usesImport'> = {
  readBodiesWith: () => undefined,
  usesImport: () => true,
};

/** Reads a module. A module that cannot be parsed has problems and nothing else. */
export function scanModule(text: string, file: string): ModuleRecord {
  const parsed = parseModule(text, file);
  const scan = createScan();
  const { names, requests, exports, starExports, uses } = scan;
  const { source } = parsed;
  const record = { source, names, requests, exports, starExports, uses };
  if (parsed.kind === 'unparsed') {
    return { ...record, problems: parsed.problems, ...UNPARSED };
  }
  scanImportsAndExports(scan, parsed.program.body);
  for (const item of parsed.program.body) scan.visit(item);
  const bodiesWith = (name: string): readonly SkippedBody[] =>
    scan.skipped.filter(({ span }) => source.textOf(span).includes(name));
  const readBodies = (bodies: readonly SkippedBody[], isEnough: () => boolean): void => {
    for (const body of bodies) {
      if (isEnough()) break;
      scan.skipped.splice(scan.skipped.indexOf(body), 1);
      scan.moment = body.moment;
      visitChildren(scan, parsed.readBody(body.index));
    }
    if (bodies.length > 0) uses.sort((first, second) => startOf(first) - startOf(second));
  };
  return {
    ...record,
    problems: [],
    readBodiesWith: (name) => readBodies(bodiesWith(name), () => false),
    usesImport: (binding) => {
      if (binding.isUsed) return true;
      const bodies = bodiesWith(binding.local);
      // A name that is called is a value; that saves reading the body.
      binding.isUsed = bodies.some(({ span }) => source.textOf(span).includes(`${binding.local}(`));
      readBodies(bodies, () => binding.isUsed);
      return binding.isUsed;
    },
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
    moment: LOADING,
    visit: (node, holder) => visitNode(scan, node, holder),
  };
  return scan;
}

function startOf(use: Use): number {
  switch (use.kind) {
    case 'decorator':
    case 'authorizer':
      return use.call.span.start;
    case 'apply':
      return use.outer.span.start;
    case 'new':
      return use.node.span.start;
    case 'passed':
      return use.list.span.start;
    case 'stray':
    case 'write':
      return use.at.start;
  }
}
