// Finds providers whose reads the compiler cannot follow by name. The compiler cannot prove that the values of such providers
// are set when they are read, so it reports where the providers are created (docs/decisions/middleware.md).
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { ModuleItem, Expression } from '../syntax/tree.js';
import { isFreeze, traceExpression } from './entity.js';
import { makingCalls, PROVIDE } from './made-middleware.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { isOfType, nameOf, visitNodes, type NodeRecord, type Around } from '../syntax/tree-walk.js';
import { propertyName, unwrap } from '../syntax/expressions.js';
import type { ProviderRead } from '../declarations/app-facts.js';

type Bodies = ReadonlyMap<LoadedModule, readonly ModuleItem[]>;

export function unfollowedProviders(program: Program, bodies: Bodies): readonly SourceSpan[] {
  const found: SourceSpan[] = [];
  for (const [module, body] of bodies) {
    // Providers in packages are skipped, because users cannot change the code of a package.
    if (module.file.includes('node_modules/')) continue;
    visitNodes(body, (node, around) => {
      if (!isOfType(node, 'CallExpression')) return;
      const made = makingCalls(program, { module, call: node });
      if (made.length === 0 || made.some(({ name }) => name !== PROVIDE)) return;
      if (!isFollowed(module, around) && isMentioned(bodies, around))
        found.push(module.record.source.spanOf(node.span));
    });
  }
  return found.length > 0 && hasOpenReads(program, bodies) ? found : [];
}

type ProviderPosition = {
  /** The node that holds the value. */
  readonly node: NodeRecord | undefined;
  readonly outer: Around;
  /** True if the value is a member of an object in that node. */
  readonly isMember: boolean;
};

const WRAPPED =
  /^(?:Parenthesis|Await|Ts(?:As|Satisfies|NonNull|Const|TypeAssertion|Instantiation))/;
const MEMBER = /^(?:KeyValueProperty|ObjectExpression|SpreadElement)$/;
const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|Constructor)$|Method|Getter|Setter/;

/** Finds where a value ends up. Follows it through parentheses, objects and calls that return their argument. */
function findPosition(module: LoadedModule, around: Around): ProviderPosition {
  const outer = [...around];
  let isMember = false;
  for (let node = outer.pop(); node; node = outer.pop()) {
    if (MEMBER.test(node.type)) isMember = true;
    else if (!WRAPPED.test(node.type) && !isFreezeNode(module, node))
      return { node, outer, isMember };
  }
  return { node: undefined, outer, isMember };
}

function isFreezeNode(module: LoadedModule, node: NodeRecord): boolean {
  return isOfType(node, 'CallExpression') && isFreeze(module, node);
}

/** Tells whether all code that may read the value can be found by name, judging by the nodes around the call. */
function isFollowed(module: LoadedModule, around: Around): boolean {
  const { node, outer, isMember } = findPosition(module, around);
  const maker = outer.findLast(({ type }) => FUNCTION.test(type));
  switch (node?.type) {
    case 'VariableDeclarator':
      return !maker || staysWithin(maker, node, isNamed(module, maker, outer));
    case 'ClassProperty':
      return node['isStatic'] === true;
    case 'ExportDefaultExpression':
    case 'ExpressionStatement':
      return true;
    // Code that reads the items of an unnamed list cannot be found by name. The items of a `middleware` option are only run.
    case 'ArrayExpression':
      return nameOf(outer.at(-1)?.['key']) === 'middleware';
    case 'ReturnStatement':
      return !isMember && maker !== undefined && isNamed(module, maker, outer);
    case 'ArrowFunctionExpression':
      return !isMember && isNamed(module, node, outer);
    default:
      return false;
  }
}

/** Tells whether a function is called by name or immediately. */
function isNamed(module: LoadedModule, maker: NodeRecord, around: Around): boolean {
  if (maker.type === 'FunctionDeclaration') return true;
  if (!/^(?:Arrow)?FunctionExpression$/.test(maker.type)) return false;
  const index = around.indexOf(maker);
  const { node } = findPosition(module, index < 0 ? around : around.slice(0, index));
  switch (node?.type) {
    case 'VariableDeclarator':
    case 'ExportDefaultExpression':
    case 'ExportDefaultDeclaration':
      return true;
    case 'ClassProperty':
      return node['isStatic'] === true;
    case 'CallExpression':
      return hasNode(node['callee'], (inner) => inner === maker);
    default:
      return false;
  }
}

function hasNode(value: unknown, test: (node: NodeRecord, around: Around) => boolean): boolean {
  let isFound = false;
  visitNodes(value, (node, around) => {
    isFound ||= test(node, around);
  });
  return isFound;
}

/** Tells whether a constant inside a function is visible outside only as the result of a named function. */
function staysWithin(maker: NodeRecord, { id }: NodeRecord, isReturned: boolean): boolean {
  const name = nameOf(id);
  if (name === undefined) return false;
  let stays = true;
  visitNodes([maker['body'], maker['function']], (node, around) => {
    if (nameOf(node) !== name || node === id) return;
    const holder = around.at(-1);
    if (holder?.type === 'ReturnStatement') stays &&= isReturned;
    else if (holder?.type === 'ArrayExpression')
      stays &&= nameOf(around.at(-2)?.['key']) === 'middleware';
    else stays &&= holder?.type === 'MemberExpression' || holder?.['key'] === node;
  });
  return stays;
}

// Tells whether some code may read the value of a provider that the compiler cannot follow: other code names the constant or
// property that holds the provider, or reads a `value` from an unknown object. The result may be true although nothing reads
// the value, but it is never false if something does.

function hasOpenReads(program: Program, bodies: Bodies): boolean {
  return [...bodies].some(([module, body]) =>
    hasNode(body, (node) => isOpenRead(program, module, node)),
  );
}

function isOpenRead(program: Program, module: LoadedModule, node: NodeRecord): boolean {
  if (node.type === 'KeyValuePatternProperty' || node.type === 'AssignmentPatternProperty')
    return nameOf(node['key']) === 'value';
  if (!isOfType(node, 'MemberExpression')) return false;
  return propertyName(node) === 'value' && !providerAt(program, module, node.object);
}

/** Tells whether the name that holds the provider is used outside its declaration and outside lists of middleware. */
function isMentioned(bodies: Bodies, around: Around): boolean {
  const holder = holderOf(around);
  if (!holder) return true;
  const names = aliasesOf(bodies, holder.name);
  return hasNode([...bodies.values()], (node, outer) => {
    const name = nameOf(node);
    if (name === undefined || !names.has(name) || outer.includes(holder.node)) return false;
    const isImport = outer.some(({ type }) => /^(?:Import|ExportNamed)Declaration$/.test(type));
    return !isImport && !isListed(outer);
  });
}

/** Returns the top-level declaration that contains the node; undefined if the declaration has no name. */
function holderOf(
  around: Around,
): { readonly node: NodeRecord; readonly name: string } | undefined {
  if (around[0]?.type.startsWith('ExportDefault') === true) return undefined;
  const node = around.find(({ type }) =>
    /^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration)$/.test(type),
  );
  const name = nameOf(node?.['id'] ?? node?.['identifier']);
  return node && name !== undefined ? { node, name } : undefined;
}

function aliasesOf(bodies: Bodies, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (let size = 0; size < names.size;) {
    size = names.size;
    for (const body of bodies.values())
      visitNodes(body, (node) => {
        const given = [node['imported'] ?? node['orig'], node['local'] ?? node['exported']];
        const [from, to] = given.map(nameOf);
        if (from !== undefined && to !== undefined && names.has(from)) names.add(to);
      });
  }
  return names;
}

/** Tells whether the provider is in a list `middleware: [...]`, which does not read its value. */
function isListed(outer: Around): boolean {
  const list = outer.findLastIndex(
    ({ type, key }) => type === 'KeyValueProperty' && nameOf(key) === 'middleware',
  );
  return list >= 0 && !outer.slice(list).some(({ type }) => type.includes('Function'));
}

export function providerAt(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): Pick<ProviderRead, 'provider' | 'name'> | undefined {
  const node = unwrap(expression);
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return undefined;
  const entity = traceExpression(program, module, node);
  if (entity.kind !== 'expression' || entity.node.type !== 'CallExpression') return undefined;
  const made = makingCalls(program, { module: entity.module, call: entity.node });
  if (made.length === 0 || made.some((one) => one.name !== PROVIDE)) return undefined;
  return {
    provider: entity.module.record.source.spanOf(entity.node.span),
    name: module.record.source.textOf(node.span),
  };
}
