// Calls by the names of operations in modules that are not read. Such modules see globals, and packages pass their arguments
// on. So each call may be an operation of a client of the application.
import { propertyName } from '../../../syntax/expressions.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import { unknown, type Analysis } from '../analysis.js';
import { placeOf } from '../calls/apply-call.js';
import type { Reader } from '../modules/module-reader.js';
import { isDocumentClient, knownMethods, TABLE_WORD, type Guess } from './unknown-receivers.js';
import { calledMemberOf, visitCalls, type WrittenCall } from '../modules/written-calls.js';

export function findNamedOperations(
  analysis: Analysis,
  reader: Reader,
  unread: readonly LoadedModule[],
): readonly Guess[] {
  const texts = unread.map(({ record }) => record.source.text);
  const hasTables = texts.some((text) => TABLE_WORD.test(text));
  const methods = [...knownMethods(analysis)].flatMap(([name, clients]) => {
    const candidates = hasTables ? clients : clients.filter((client) => !isDocumentClient(client));
    return candidates.length === 0 ? [] : [[name, candidates] as const];
  });
  if (methods.length === 0) return [];
  const byName = new Map(methods);
  const mayCall = new RegExp(`${BEFORE_NAME}(?:${[...byName.keys()].join('|')})\\b`);
  return unread.flatMap((module): readonly Guess[] => {
    if (!mayCall.test(module.record.source.text)) return [];
    const place = placeOf(analysis, reader.whole(module));
    const found: Guess[] = [];
    visitCalls(reader.programs.get(module.path), (written) => {
      const member = calledMemberOf(written);
      const name = member && propertyName(member);
      const clients = byName.get(name ?? '');
      if (!member || !clients || !takesInput(written)) return;
      const call = { place, at: member.span, name, args: [unknown(analysis)], spread: undefined };
      found.push({ call, clients });
    });
    return found;
  });
}

/** A point, a quote, or the end of a comment. */
const BEFORE_NAME = '(?:[.\'"`]|\\*/)\\s*';

/** An input is an object. */
function takesInput({ arguments: [first] }: WrittenCall): boolean {
  return first === undefined || !NO_INPUT.has(first.expression.type);
}

const NO_INPUT: ReadonlySet<string> = new Set([
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'TemplateLiteral',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
