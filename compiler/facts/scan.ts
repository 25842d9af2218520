// The state of one walk over a module, shared by the files that know the kinds of nodes (`scan-*.ts`).
import type { CallExpression, Identifier, Span, TreeNode } from '../syntax/tree.js';
import type { Binding, Holder, ModuleExport, ModuleRequest, Moment, Use } from './module-record.js';
import type { NameTable } from './name-table.js';

export type ImportBinding = Binding & { readonly kind: 'import' };

/** A function body that was left out of the tree. */
export type SkippedBody = {
  readonly span: Span;
  readonly moment: Moment;
};

export type Scan = {
  readonly names: NameTable;
  /** Imports by local name, to note which of them are used. */
  readonly imports: Map<string, ImportBinding>;
  readonly requests: ModuleRequest[];
  readonly exports: Map<string, ModuleExport>;
  readonly starExports: string[];
  readonly uses: Use[];
  readonly skipped: SkippedBody[];
  /** Calls of decorators in what another compiler has made of them, which stand in lists. */
  readonly lowered: Set<CallExpression>;
  moment: Moment;
  /** How many nodes contain the present one. */
  depth: number;
  /** The first node that stands too deep to be visited. */
  tooDeep: Span | undefined;
  /** Visits a node; the holder is the variable or property its value is written into. */
  readonly visit: (node: TreeNode, holder?: Holder) => void;
};

/** Evaluated once, when the module is loaded. */
export const LOADING: Moment = { isDeferred: false, isConditional: false };
/** Evaluated when the module is loaded, if at all. */
export const CONDITION: Moment = { isDeferred: false, isConditional: true };
/** Evaluated when a function is called. */
export const DEFERRED: Moment = { isDeferred: true, isConditional: true };

/** Visits nodes at another moment than the present one. */
export function visitLater(
  scan: Scan,
  moment: Moment,
  nodes: Iterable<TreeNode | undefined>,
): void {
  const present = scan.moment;
  if (!present.isDeferred) scan.moment = moment;
  for (const node of nodes) if (node) scan.visit(node);
  scan.moment = present;
}

/** Visits every child of a node that the walk has nothing to say about. */
export function visitChildren(scan: Scan, node: object): void {
  const children = node as Readonly<Record<string, unknown>>; // because every kind of node is walked here
  for (const key in children) {
    const value = children[key];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      for (const item of items) {
        if (isTreeNode(item)) scan.visit(item);
        else if (typeof item === 'object' && item !== null) visitChildren(scan, item);
      }
    } else if (isTreeNode(value)) scan.visit(value);
  }
}

/** Arguments and list items are wrapped in objects without a type. */
function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Notes that something other than a type refers to a name. */
export function noteReference(scan: Scan, name: Identifier): void {
  const candidate = scan.imports.get(name.value);
  if (candidate && !candidate.isUsed && scan.names.find(name) === candidate) {
    candidate.isUsed = true;
  }
}
