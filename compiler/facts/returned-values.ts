// Finds returned values that are not plain values, and streams that a view creates but does not return.
import type { DeclarationTarget } from '../declarations/app-facts.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { Spanned } from '../values/static-value.js';
import { calleeOf, spanOf, unwrap } from '../syntax/expressions.js';
import type { AnyFunction, ClassNode, Expression } from '../syntax/tree.js';
import { isOwnCode, walk, type AnyNode } from '../syntax/tree-walk.js';
import {
  possibleAnswersOf,
  isReturn,
  isVariables,
  createAnswerContext,
  streamsOf,
} from './answer-values.js';
import { calledFunction, mayHide, mayStream } from './called-functions.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { Program } from './program.js';
import { isTreeNode } from './scan.js';
import { bodyOf, isBody, type AnswerContext } from './yielded-items.js';

export type Returned = Pick<
  DeclarationTarget,
  'answer' | 'streams' | 'dropped' | 'unclear' | 'plain'
>;

export function readReturned(
  program: Program,
  module: LoadedModule,
  { fn, owner }: { readonly fn: AnyFunction; readonly owner?: Located<ClassNode> },
): Returned {
  const { source } = module.record;
  const written = (at: SourceSpan): Spanned<string> => ({
    value: source.text.slice(at.start, at.end),
    at,
  });
  const search = createAnswerContext({ program, module, owner, within: [fn] });
  const found = possibleAnswersOf(search, fn);
  const answer = found.find((one) => one.kind !== 'stream' && one.kind !== 'unclear');
  const streams = found.flatMap((one) =>
    one.kind === 'stream' ? [{ stream: one.stream, at: one.at }] : [],
  );
  const unclear = found.find((one) => one.kind === 'unclear')?.at;
  const dropped = droppedBy(search, fn);
  const type = fn.returnType?.typeAnnotation;
  const isPlain = type && program.types?.streams({ module, node: type }).isPlain;
  return {
    ...(answer && { answer }),
    ...(streams.length > 0 && { streams }),
    ...(streams.length === 0 && !isPlain && unclear && { unclear: written(unclear) }),
    ...(dropped.length > 0 && { dropped }),
    ...(isPlain && { plain: written(source.spanOf(type.span)) }),
  };
}

/**
 * Finds generators whose items are lost. The return value of a generator is not an item, and an async generator does not run
 * if it is only called: `items();`, `void items()`, and a constant that nothing reads.
 */
function droppedBy(search: AnswerContext, fn: AnyFunction): readonly SourceSpan[] {
  const { program, module } = search;
  const { body } = fn;
  if (!isTreeNode(body) || !isBody(body) || !mayStream(program)) return [];
  const text = module.record.source.textOf(body.span);
  if (fn.generator !== true && !mayHide(search, text)) return [];
  const dropped: SourceSpan[] = [];
  const note = (expression: Expression): void => {
    dropped.push(module.record.source.spanOf(spanOf(expression)));
  };
  walk(bodyOf(search, fn), (node) => {
    if (fn.generator === true && isReturn(node) && streamsOf(search, node.argument).length > 0)
      note(node.argument);
    if (isStatement(node) && isGeneratorCall(search, node.expression)) note(node.expression);
    if (isVariables(node))
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init && isGeneratorCall(search, init)) {
          const name = id.value.replaceAll('$', String.raw`\$`);
          const uses = text.match(new RegExp(String.raw`(?<![\w$])${name}(?![\w$])`, 'g')) ?? [];
          if (uses.length === 1) note(init);
        }
    return !isOwnCode(node);
  });
  return dropped;
}

function isGeneratorCall(search: AnswerContext, expression: Expression): boolean {
  const node = unwrap(expression);
  if (node.type === 'AwaitExpression') return isGeneratorCall(search, node.argument);
  if (node.type === 'UnaryExpression')
    return node.operator === 'void' && isGeneratorCall(search, node.argument);
  const callee = node.type === 'CallExpression' ? calleeOf(node) : undefined;
  const called = callee && calledFunction(search, callee)?.node;
  return called?.generator === true && called.async === true;
}

function isStatement(node: AnyNode): node is AnyNode & { readonly expression: Expression } {
  return node.type === 'ExpressionStatement';
}
