// Finds the resources whose member `arn` some code may read, because only they need a second environment variable.
import type { MadeConstant } from '../declarations/app-facts.js';
import { KINDS } from '../kinds/registry.js';
import { propertyName } from '../syntax/expressions.js';
import type { Expression, MemberExpression } from '../syntax/tree.js';
import { nameOf, type NodeRecord, visitNodes } from '../syntax/tree-walk.js';
import { evaluate } from './evaluate.js';
import type { Program } from './program.js';
import { scanWholeModule } from './scan-module.js';

const MEMBER = 'arn';

/** Marks the constants. Where the code does not show whose member is read, every one may be it. */
export function withArnReads(
  program: Program,
  made: readonly MadeConstant[],
): readonly MadeConstant[] {
  const classes = new Set(KINDS.flatMap((kind) => (kind.made ? kind.classes : [])));
  if (!made.some(({ maker }) => classes.has(maker))) return made;
  const read = readsIn(program);
  return made.map((one) =>
    classes.has(one.maker) && (read === 'any' || read.has(keyOf(one.maker, one.arguments)))
      ? { ...one, readsArn: true }
      : one,
  );
}

function keyOf(maker: string, [name]: MadeConstant['arguments'] = []): string {
  return `${maker} ${name?.kind === 'string' ? name.value : ''}`;
}

function readsIn(program: Program): ReadonlySet<string> | 'any' {
  const read = new Set<string>();
  const state = { isAny: false };
  for (const module of program.graph.modules.values()) {
    if (!/\barn\b/.test(module.record.source.text)) continue;
    const { record, body } = scanWholeModule(module.record.source.text, module.file);
    visitNodes(body, (node) => {
      if (state.isAny || !readsMember(node)) return;
      const object = objectOf(node);
      const value = object && evaluate(program, { ...module, record }, object);
      if (value?.kind === 'instance') read.add(keyOf(value.name, value.arguments));
      else if (!value || value.kind === 'unknown') state.isAny = true;
    });
  }
  return state.isAny ? 'any' : read;
}

/** `x.arn`, `x['arn']` and `{ arn } = x`. */
function readsMember(node: NodeRecord): boolean {
  const key = node['key'];
  if (node.type === 'AssignmentPatternProperty' || node.type === 'KeyValuePatternProperty')
    return nameOf(key) === MEMBER;
  if (node.type !== 'MemberExpression') return false;
  return propertyName(node as unknown as MemberExpression) === MEMBER; // because of its type
}

/** Undefined for a pattern, which does not say what it takes apart. */
function objectOf(node: NodeRecord): Expression | undefined {
  return node.type === 'MemberExpression' ? (node['object'] as Expression) : undefined; // because it is an expression there
}
