// Evaluates `import(x)` and `require(x)`.
import type { Argument, Span } from '../../../syntax/tree.js';
import { evaluate } from '../analysis.js';
import { unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Call,
  type Frame,
  type Node,
  UNREAD,
  type BuiltinToken,
} from '../model.js';
import { exactText } from '../values/text.js';
import { builtin } from '../values/builtin-members.js';
import { noteComputedImport, nameNamespace } from '../sdk/sdk-values.js';
import { once } from '../../../groups.js';

export function importModule(
  analysis: Analysis,
  frame: Frame,
  node: { readonly arguments: readonly Argument[]; readonly span: Span },
): Node {
  const result = createNode();
  const [first] = node.arguments;
  const specifier = first && evaluate(analysis, frame, first.expression);
  load(analysis, { frame, at: node.span, isRequired: false, specifier, result });
  return result;
}

type Load = Pick<Call, 'frame' | 'at' | 'result'> & {
  readonly isRequired: boolean;
  readonly specifier: Node | undefined;
};

function load(analysis: Analysis, { frame, at, isRequired, specifier, result }: Load): void {
  const report = once(() => noteComputedImport(analysis, { frame, at }));
  if (!specifier) return;
  listen(specifier, (token) => {
    if (token === UNREAD) analysis.crossing.isAsked = true;
    const text = exactText(token);
    const found =
      text === undefined
        ? undefined
        : analysis.interpreter.loadModule(analysis, frame.module, { specifier: text, isRequired });
    if (found) {
      connect(analysis.queue, found, result);
      listen(found, (value) => nameNamespace(analysis, value, { frame, at }));
    } else {
      if (text === undefined || !isMissing(frame, text)) report();
      connect(analysis.queue, unknown(analysis), result);
    }
  });
}

/** Tells whether the file does not exist. The compiler reports such files. */
function isMissing({ module }: Frame, specifier: string): boolean {
  const { kind } = module.resolve(specifier);
  return kind === 'missing' || kind === 'asset';
}

export const REQUIRE: BuiltinToken = builtin((analysis, { frame, at, args, result }: Call) => {
  load(analysis, { frame, at, isRequired: true, specifier: args[0], result });
});

export const CREATE_REQUIRE: BuiltinToken = builtin(({ queue }, { result }) =>
  add(queue, result, REQUIRE),
);
