// Finds providers whose reads the compiler cannot follow by names. It cannot prove that their values are set when they are
// read, so it reports their places (docs/decisions/middleware.md).
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { CallExpression, ModuleItem } from '../syntax/tree.js';
import { isGlobalMember } from './entity.js';
import { makingCalls } from './made-middleware.js';
import { PROVIDE } from './middleware-calls.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { hasOpenReads, isMentioned } from './provider-uses.js';
import { nameOf, visitNodes, type NodeRecord, type Around } from '../syntax/tree-walk.js';

type Bodies = ReadonlyMap<LoadedModule, readonly ModuleItem[]>;

/** The calls that make such a provider, when some code may read its value. */
export function unfollowedProviders(program: Program, bodies: Bodies): readonly SourceSpan[] {
  const found: SourceSpan[] = [];
  for (const [module, body] of bodies) {
    // Users cannot change the code of a package.
    if (module.file.includes('node_modules/')) continue;
    visitNodes(body, (node, around) => {
      if (node.type !== 'CallExpression') return;
      const call = node as unknown as CallExpression; // because of its type
      const made = makingCalls(program, { module, call });
      if (made.length === 0 || made.some(({ name }) => name !== PROVIDE)) return;
      if (!isFollowed(module, around) && isMentioned(bodies, around))
        found.push(module.record.source.spanOf(call.span));
    });
  }
  return found.length > 0 && hasOpenReads(program, bodies) ? found : [];
}

type Place = {
  /** The node that holds the value. */
  readonly node: NodeRecord | undefined;
  /** The nodes around that one. */
  readonly outer: Around;
  /** True when the value is a member of an object there. */
  readonly isMember: boolean;
};

const WRAPPED =
  /^(?:Parenthesis|Await|Ts(?:As|Satisfies|NonNull|Const|TypeAssertion|Instantiation))/;
const MEMBER = /^(?:KeyValueProperty|ObjectExpression|SpreadElement)$/;
const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|Constructor)$|Method|Getter|Setter/;

/** Where a value ends up: through parentheses, objects and calls that return their argument. */
function placeOf(module: LoadedModule, around: Around): Place {
  const outer = [...around];
  let isMember = false;
  for (let node = outer.pop(); node; node = outer.pop()) {
    if (MEMBER.test(node.type)) isMember = true;
    else if (!WRAPPED.test(node.type) && !isFreeze(module, node)) return { node, outer, isMember };
  }
  return { node: undefined, outer, isMember };
}

function isFreeze(module: LoadedModule, node: NodeRecord): boolean {
  if (node.type !== 'CallExpression') return false;
  const call = node as unknown as CallExpression; // because of its type
  return isGlobalMember(module, call, ['Object', 'freeze']);
}

/** Whether all code that may read the value can be found by names, from the nodes around the call. */
function isFollowed(module: LoadedModule, around: Around): boolean {
  const { node, outer, isMember } = placeOf(module, around);
  const maker = outer.findLast(({ type }) => FUNCTION.test(type));
  switch (node?.type) {
    case 'VariableDeclarator':
      return !maker || staysWithin(maker, node, isNamed(module, maker, outer));
    case 'ClassProperty':
      return node['isStatic'] === true;
    case 'ExportDefaultExpression':
    case 'ExpressionStatement':
      return true;
    // An unnamed list's items cannot be read by a name.
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

/** A function that other code calls by its name, or that is called in place. */
function isNamed(module: LoadedModule, maker: NodeRecord, around: Around): boolean {
  if (maker.type === 'FunctionDeclaration') return true;
  if (!/^(?:Arrow)?FunctionExpression$/.test(maker.type)) return false;
  const index = around.indexOf(maker);
  const { node } = placeOf(module, index < 0 ? around : around.slice(0, index));
  switch (node?.type) {
    case 'VariableDeclarator':
    case 'ExportDefaultExpression':
    case 'ExportDefaultDeclaration':
      return true;
    case 'ClassProperty':
      return node['isStatic'] === true;
    case 'CallExpression':
      return isCallee(node, maker);
    default:
      return false;
  }
}

function isCallee({ callee }: NodeRecord, maker: NodeRecord): boolean {
  let isFound = false;
  visitNodes(callee, (node) => {
    isFound ||= node === maker;
  });
  return isFound;
}

/** A constant inside a function that leaves the function only as the result of a named function. */
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
