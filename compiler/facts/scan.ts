// The state of one walk over a module, shared by the files that each handle certain kinds of nodes (`scan-*.ts`).
import type { CallExpression, Identifier, Span, TreeNode } from '../syntax/tree.js';
import type {
  Binding,
  Holder,
  ModuleExport,
  ModuleRequest,
  Moment,
  Use,
  NameTable,
} from './module-record.js';

export type ImportBinding = Binding & { readonly kind: 'import' };

/** A function body that is not in the tree because it was not parsed. */
export type SkippedBody = { readonly span: Span; readonly moment: Moment };

export type Scan = {
  readonly names: NameTable;
  /** Imports by local name, to record which of them are used. */
  readonly imports: Map<string, ImportBinding>;
  readonly requests: ModuleRequest[];
  readonly exports: Map<string, ModuleExport>;
  readonly starExports: string[];
  readonly uses: Use[];
  readonly skipped: SkippedBody[];
  /** Decorators in JavaScript emitted by `tsc`, where they are calls in lists. */
  readonly lowered: Set<CallExpression>;
  moment: Moment;
  depth: number;
  /** The first node that is nested too deeply to be visited. */
  tooDeep: Span | undefined;
  /** Visits a node. The holder is the variable or property to which the node's value is assigned. */
  readonly visit: (node: TreeNode, holder?: Holder) => void;
};

/** Runs once, when the module is loaded. */
export const LOADING: Moment = { isDeferred: false, isConditional: false };
/** May run when the module is loaded. */
export const CONDITION: Moment = { isDeferred: false, isConditional: true };
/** Runs when a function is called. */
export const DEFERRED: Moment = { isDeferred: true, isConditional: true };

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

export function visitChildren(scan: Scan, node: object): void {
  const children = node as Readonly<Record<string, unknown>>; // because this walks nodes of every kind
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

/** Tells whether a value is a node. swc wraps arguments and list items in objects without a `type`. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

export function noteReference(scan: Scan, name: Identifier): void {
  const candidate = scan.imports.get(name.value);
  if (candidate && !candidate.isUsed && scan.names.find(name) === candidate) {
    candidate.isUsed = true;
  }
}
