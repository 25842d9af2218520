// Finds reads of providers that run while a module is loaded, when there is no request: at the top of the module, and in
// functions that it calls there by name. Code that may not run, such as a branch, is not searched.
import type { ProviderRead } from '../declarations/app-facts.js';
import { calleeOf, propertyName, unwrap } from '../syntax/expressions.js';
import type { CallExpression, MemberExpression, ModuleItem } from '../syntax/tree.js';
import { traceExpression } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { providerAt } from './provider-at.js';

type AnyNode = Readonly<Record<string, unknown>> & { readonly type: string };

export function loadingReads(
  program: Program,
  module: LoadedModule,
  body: readonly ModuleItem[],
): readonly ProviderRead[] {
  const walk: Walk = { program, reads: new Map(), called: new Set() };
  visit(walk, module, body);
  return [...walk.reads.values()];
}

type Walk = {
  readonly program: Program;
  readonly reads: Map<string, ProviderRead>;
  readonly called: Set<object>;
};

/** Nodes whose code runs later (functions, classes), and types. */
const LATER =
  /^(?:Function|ArrowFunction)|^(?:Class|Private)Method$|^Constructor$|^(?:Method|Getter|Setter)Property$|^Ts(?:Interface|TypeA[ln]|TypeParameter|FunctionType|TypeReference)/;

/** Nodes whose code may not run, or whose errors may be caught. */
const PERHAPS =
  /^(?:If|Try|Switch|For|ForIn|ForOf|While|DoWhile|Labeled)Statement$|^ConditionalExpression$|^OptionalChainingExpression$/;

function visit(walk: Walk, module: LoadedModule, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Partial<AnyNode>; // because any part of the tree may come here
  const { type } = node;
  if (typeof type === 'string') {
    if (LATER.test(type) || PERHAPS.test(type)) return;
    if (/^(?:Class|Private)Property$/.test(type) && node['isStatic'] !== true) return;
    if (type === 'BinaryExpression' && /^(?:&&|\|\||\?\?)$/.test(String(node['operator']))) {
      visit(walk, module, node['left']);
      return;
    }
    if (type === 'MemberExpression') read(walk, module, value as MemberExpression); // because of its type
    if (type === 'CallExpression') enter(walk, module, value as CallExpression); // because of its type
  }
  for (const child of Object.values(value)) visit(walk, module, child);
}

function read({ program, reads }: Walk, module: LoadedModule, node: MemberExpression): void {
  if (propertyName(node) !== 'value') return;
  const provider = providerAt(program, module, node.object);
  if (!provider) return;
  const at = module.record.source.spanOf(node.span);
  reads.set(`${at.file}:${String(at.start)}`, {
    ...provider,
    reader: at,
    at,
    steps: [],
    isLoading: true,
  });
}

/** Searches a function that is called by its name, up to the first statement that may end it. */
function enter(walk: Walk, module: LoadedModule, call: CallExpression): void {
  const callee = calleeOf(call);
  if (!callee) return;
  const node = unwrap(callee);
  const called =
    node.type === 'Identifier' ? traceExpression(walk.program, module, node) : undefined;
  if (called?.kind !== 'function' || walk.called.has(called.node)) return;
  walk.called.add(called.node);
  const { body } = called.node;
  if (called.node.generator || !body) return;
  const isBlock = 'stmts' in body;
  const statements: readonly unknown[] = isBlock ? body.stmts : [body];
  const end = statements.findIndex((one) => PERHAPS.test((one as AnyNode).type)); // because a statement has a type
  visit(walk, called.module, end < 0 ? statements : statements.slice(0, end));
}
