// What `new` of a class needs. A class of views is made without arguments.
import type { ClassNode, Pattern, Span } from '../syntax/tree.js';
import { type Entity, traceExpression } from './entity.js';
import type { Spanned } from '../values/static-value.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';

/**
 * The first parameter without which an instance cannot be made; a class without a constructor has that of its parent. A
 * decorator of a class may put another class in its place, which needs no arguments: `@injectable()`.
 */
export function requiredParameter(
  program: Program,
  module: LoadedModule,
  node: ClassNode,
): Spanned<string> | undefined {
  const seen = new Set<ClassNode>();
  let entity: Entity = { kind: 'class', module, node };
  while (entity.kind === 'class' && !seen.has(entity.node)) {
    seen.add(entity.node);
    if ((entity.node.decorators ?? []).length > 0) return undefined;
    const { record } = entity.module;
    // A constructor without a body is a signature of the one that has it.
    const own = entity.node.body.find((member) => member.type === 'Constructor' && member.body);
    if (own?.type === 'Constructor') {
      const [first] = own.params;
      const pattern = first && (first.type === 'Parameter' ? first.pat : first.param);
      if (!pattern || !isRequired(pattern)) return undefined;
      const at = record.source.spanOf(first.span);
      return { value: record.source.textOf(nameSpan(pattern)).split(/[\s:?]/, 1)[0] ?? '', at };
    }
    if (!entity.node.superClass) return undefined;
    entity = traceExpression(program, entity.module, entity.node.superClass);
  }
  return undefined;
}

function isRequired(pattern: Pattern): boolean {
  if (pattern.type === 'AssignmentPattern' || pattern.type === 'RestElement') return false;
  return pattern.type !== 'Identifier' || !pattern.optional;
}

const NOWHERE: Span = { start: 1, end: 1, ctxt: 0 };

function nameSpan(pattern: Pattern): Span {
  return 'span' in pattern ? pattern.span : NOWHERE;
}
