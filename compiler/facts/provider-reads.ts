// Finds where the code of each view and each middleware reads a provider's value: in its own function, and in all functions
// that can be reached from there by name (docs/decisions/middleware.md).
import type { AppFacts, ProviderRead } from '../declarations/app-facts.js';
import { ERROR_FORMAT } from '../kinds/format/format.js';
import { calleeOf, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  CallExpression,
  Expression,
  MemberExpression,
  ModuleItem,
  Span,
} from '../syntax/tree.js';
import { type AnyNode, isNode, isOfType, walk } from '../syntax/tree-walk.js';
import { definitionOf } from './definition.js';
import { isOurs, traceExpression } from './entity.js';
import { makingCalls, middlewareMaker } from './made-middleware.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { createProgram } from './evaluate.js';
import { type Names, type ScopedNode, reach, type ReferenceStep } from './reached-nodes.js';
import { findReceivers } from './receivers.js';
import { declares } from './scan-calls.js';
import { scanWholeModule } from './scan-module.js';
import { unfollowedProviders, providerAt } from './unfollowed-providers.js';

// Finds reads of providers that run while a module is loaded, when there is no request: at the top level of the module, and in
// functions that the module calls there by name. Code that may not run, such as a branch, is not searched.

function loadingReads(
  program: Program,
  module: LoadedModule,
  body: readonly ModuleItem[],
): readonly ProviderRead[] {
  const state: Loading = { program, reads: new Map(), called: new Set() };
  visit(state, module, body);
  return [...state.reads.values()];
}

type Loading = {
  readonly program: Program;
  readonly reads: Map<string, ProviderRead>;
  readonly called: Set<object>;
};

/** Nodes whose code runs later (functions and classes), and types. */
const LATER =
  /^(?:Function|ArrowFunction)|^(?:Class|Private)Method$|^Constructor$|^(?:Method|Getter|Setter)Property$|^Ts(?:Interface|TypeA[ln]|TypeParameter|FunctionType|TypeReference)/;

/** Nodes whose code may not run, or whose errors may be caught. */
const PERHAPS =
  /^(?:If|Try|Switch|For|ForIn|ForOf|While|DoWhile|Labeled)Statement$|^ConditionalExpression$|^OptionalChainingExpression$/;

function visit(state: Loading, module: LoadedModule, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) {
    const { type } = value;
    if (LATER.test(type) || PERHAPS.test(type)) return;
    if (/^(?:Class|Private)Property$/.test(type) && value['isStatic'] !== true) return;
    if (type === 'BinaryExpression' && /^(?:&&|\|\||\?\?)$/.test(String(value['operator']))) {
      visit(state, module, value['left']);
      return;
    }
    if (isOfType(value, 'MemberExpression')) read(state, module, value);
    if (isOfType(value, 'CallExpression')) enter(state, module, value);
  }
  for (const child of Object.values(value)) visit(state, module, child);
}

function read({ program, reads }: Loading, module: LoadedModule, node: MemberExpression): void {
  if (propertyName(node) !== 'value') return;
  const provider = providerAt(program, module, node.object);
  if (!provider) return;
  const at = module.record.source.spanOf(node.span);
  const key = `${at.file}:${String(at.start)}`;
  reads.set(key, { ...provider, reader: at, at, steps: [], outside: 'module' });
}

/** Searches a called function up to its first branch, loop or `try`, because the code after it may not run. */
function enter(state: Loading, module: LoadedModule, call: CallExpression): void {
  const callee = calleeOf(call);
  if (!callee) return;
  const node = unwrap(callee);
  const called =
    node.type === 'Identifier' ? traceExpression(state.program, module, node) : undefined;
  if (called?.kind !== 'function' || state.called.has(called.node)) return;
  state.called.add(called.node);
  const { body } = called.node;
  if (called.node.generator || !body) return;
  const isBlock = 'stmts' in body;
  const statements: readonly AnyNode[] = isBlock ? body.stmts : [body];
  const end = statements.findIndex((one) => PERHAPS.test(one.type));
  visit(state, called.module, end < 0 ? statements : statements.slice(0, end));
}

/** Matches the name of the function that creates providers. */
const PROVIDING = /\bprovide\b/;

type ProviderFacts = Pick<AppFacts, 'providerReads' | 'unfollowedProviders'>;

/** Finds the reads of providers in an application. Modules are read in full only if there is a provider. */
export function findProviderReads({ graph, readText }: Program): ProviderFacts {
  const modules = [...graph.modules.values()];
  if (!modules.some(({ record }) => PROVIDING.test(record.source.text)))
    return { providerReads: [], unfollowedProviders: [] };
  const bodies = new Map<LoadedModule, readonly ModuleItem[]>();
  const whole = new Map<string, LoadedModule>();
  for (const module of modules) {
    const { record, body } = scanWholeModule(module.record.source.text, module.file);
    const read = { ...module, record };
    whole.set(module.path, read);
    bodies.set(read, body);
  }
  const options = { graph: { ...graph, modules: whole }, environment: {}, readText };
  const program = createProgram(options);
  const names = { program, receivers: findReceivers(program, bodies) };
  return {
    providerReads: [...bodies].flatMap(([module, body]) => [
      ...[...viewReaders(module), ...callReaders(program, module, body)].flatMap((reader) =>
        readsOf(names, reader),
      ),
      ...loadingReads(program, module, body),
    ]),
    unfollowedProviders: unfollowedProviders(program, bodies),
  };
}

/** A view, identified by its declaration; or a middleware or error format, identified by the call that creates it. */
type ProviderReader = {
  readonly module: LoadedModule;
  readonly at: Span;
  readonly roots: readonly ScopedNode[];
  readonly isFormat?: true;
};

function viewReaders(module: LoadedModule): readonly ProviderReader[] {
  return module.record.uses.flatMap((use): readonly ProviderReader[] => {
    if (use.kind === 'apply') {
      const roots = [{ module, node: use.outer.arguments }];
      return [{ module, at: use.call.span, roots }];
    }
    if (use.kind !== 'decorator' || !use.member) return [];
    // The whole class is searched, because a method can use the other members through `this`.
    const roots = [use.member, [use.class.node]].map((node) => ({ module, node }));
    return [{ module, at: use.call.span, roots }];
  });
}

function callReaders(
  program: Program,
  module: LoadedModule,
  body: readonly ModuleItem[],
): readonly ProviderReader[] {
  const calls: CallExpression[] = [];
  walk(body, (node) => {
    if (isOfType(node, 'CallExpression')) calls.push(node);
    return true;
  });
  return calls.flatMap((call): readonly ProviderReader[] => {
    const callee = calleeOf(call);
    if (callee && isOurs(traceExpression(program, module, callee), ERROR_FORMAT)) {
      const roots = [{ module, node: call.arguments }];
      return [{ module, at: call.span, roots, isFormat: true }];
    }
    const made = makingCalls(program, { module, call });
    if (made.length === 0) return [];
    const roots = made.map((one) => ({ module: one.module, node: one.call.arguments }));
    return [{ module, at: call.span, roots }];
  });
}

function readsOf(
  names: Names,
  { module, at, roots, isFormat }: ProviderReader,
): readonly ProviderRead[] {
  const { program } = names;
  const reader = module.record.source.spanOf(at);
  const reads = new Map<string, ProviderRead>();
  reach(names, roots, ({ module: place, via }, node) => {
    const found = providerRead(program, place, node);
    if (!found) return isMaker(program, place, node);
    const span = place.record.source.spanOf(found.at);
    const key = `${span.file}:${String(span.start)}`;
    if (found.isRead && !reads.has(key)) {
      const { provider, name } = found;
      const outside = isFormat && ({ outside: 'format' } as const);
      reads.set(key, { reader, provider, name, at: span, steps: stepsTo(via), ...outside });
    }
    return true;
  });
  return [...reads.values()];
}

function stepsTo(last: ReferenceStep | undefined): ProviderRead['steps'] {
  const steps: ReferenceStep[] = [];
  for (let step = last; step; step = step.before) steps.unshift(step);
  return steps.map(({ name, at }) => ({ name, at }));
}

/**
 * Returns true for `new Framework(...)`, and for calls that declare views or create middleware. They are not followed, because
 * views and middleware are searched on their own.
 */
function isMaker(program: Program, module: LoadedModule, node: Expression): boolean {
  if (node.type === 'NewExpression') return traceExpression(program, module, node).kind === 'app';
  if (node.type !== 'CallExpression') return false;
  return declares(node) || middlewareMaker(program, module, node) !== undefined;
}

type ProviderUse = Omit<ProviderRead, 'reader' | 'at' | 'steps'> & {
  readonly at: Span;
  readonly isRead: boolean;
};

/** Handles `user.value`, and `user` alone, because other code may read its value. `user.with(...)` is not a read. */
function providerRead(
  program: Program,
  module: LoadedModule,
  node: Expression,
): ProviderUse | undefined {
  if (node.type === 'MemberExpression') {
    const provider = providerAt(program, module, node.object);
    const name = propertyName(node);
    const isRead = name === undefined || name === 'value';
    return provider && { ...provider, at: node.span, isRead };
  }
  if (node.type !== 'Identifier' || definitionOf(program, module, node).kind === 'unresolved')
    return undefined;
  const provider = providerAt(program, module, node);
  return provider && { ...provider, at: node.span, isRead: true };
}
