// The errors that a view may answer with: those that the view, the functions it calls and its middleware make and do not
// catch. The analysis that finds AWS calls (compiler/policy/analysis) says which functions are called.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Listed } from '../kinds/middleware/middleware.js';
import type { Analysis } from '../policy/analysis/analysis.js';
import { callsOf } from '../policy/analysis/calls/call-graph.js';
import type { FunctionToken } from '../policy/analysis/values/token.js';
import type { Expression, NewExpression, TemplateLiteral } from '../syntax/tree.js';
import { unwrap } from '../syntax/expressions.js';
import { compareTexts } from '../text-order.js';
import type { Type } from '../declarations/declared-type.js';
import type { ErrorAnswer } from './api-description.js';
import { isWithin, readCode, type CodeReading } from './caught-code.js';
import type { ErrorClasses } from './error-classes.js';
import { widened } from './inference.js';
import { catchesAll, createLayerFinder } from './middleware-code.js';

export type ErrorReader = {
  readonly analysis: Analysis;
  readonly classes: ErrorClasses;
  /** The type of an expression in a module. */
  readonly typeOf: (module: LoadedModule, expression: Expression) => Type;
};

export type ReachedCode = {
  /** Sorted by status, code and message. */
  readonly errors: readonly ErrorAnswer[];
  /** How the code reads the request's body, when the view does not declare it; undefined when it does not read it. */
  readonly reads: 'json' | 'bytes' | undefined;
};

/** Finds the code of a view, by its key of {@link Analysis.views}, and of the middleware around it, the outermost first. */
export function createCodeFinder(
  reader: ErrorReader,
): (view: string, layers: readonly Listed[]) => ReachedCode {
  const { analysis } = reader;
  const calls = callsOf(analysis);
  const readings = new Map<FunctionToken, CodeReading>();
  const codeOf = (token: FunctionToken): CodeReading => {
    let reading = readings.get(token);
    if (!reading) readings.set(token, (reading = readCode(token.callable.body)));
    return reading;
  };
  const asynchronous = asyncTokens(analysis);
  const isCaught = (from: FunctionToken, to: FunctionToken): boolean => {
    const { caught, awaited } = codeOf(from);
    if (caught.length === 0) return false;
    const places = placesOf(analysis, from, to);
    return places.every(
      (place) => isWithin(caught, place) && (!asynchronous.has(to) || isWithin(awaited, place)),
    );
  };
  const layerFunctions = createLayerFinder(analysis);
  const reachedFrom = (roots: readonly FunctionToken[]): ReadonlySet<FunctionToken> => {
    const reached = new Set(roots);
    for (const token of reached) {
      for (const next of calls.get(token) ?? []) if (!isCaught(token, next)) reached.add(next);
    }
    return reached;
  };
  const errorsIn = (reached: ReadonlySet<FunctionToken>): readonly ErrorAnswer[] =>
    [...reached].flatMap((token) =>
      codeOf(token).made.flatMap((made) => errorOf(reader, token.module, made)),
    );
  return (view, layers) => {
    const views = [...analysis.viewNames].filter(([, names]) => names.has(view));
    const reached = reachedFrom(views.map(([token]) => token));
    let errors = errorsIn(reached);
    for (const layer of layers.toReversed()) {
      const functions = layerFunctions(layer);
      const isSilent = functions.some((token) => catchesAll(token, codeOf(token)));
      errors = [...(isSilent ? [] : errors), ...errorsIn(reachedFrom(functions))];
    }
    const reads = (name: string): boolean =>
      [...reached].some((token) => codeOf(token).members.has(name));
    return {
      errors: sortedErrors(errors),
      reads: reads('jsonBody') ? 'json' : reads('rawBody') ? 'bytes' : undefined,
    };
  };
}

/**
 * The places where one function calls another. A callback given to a function of JavaScript counts as called where it is
 * written.
 */
function placesOf(
  { callPlaces }: Analysis,
  from: FunctionToken,
  to: FunctionToken,
): readonly number[] {
  const { start, end } = from.callable.span;
  const own = to.callable.span.start;
  const places = [...(callPlaces.get(from)?.get(to) ?? [own])];
  return places.map((place) => (start <= place && place < end ? place : own));
}

function asyncTokens({ functions }: Analysis): ReadonlySet<FunctionToken> {
  const found = new Set<FunctionToken>();
  for (const [node, token] of functions) {
    if ('async' in node && node.async === true) found.add(token);
  }
  return found;
}

function errorOf(
  { classes, typeOf }: ErrorReader,
  module: LoadedModule,
  made: NewExpression,
): readonly ErrorAnswer[] {
  const found = classes.classOf(module, made.callee);
  if (!found) return [];
  const own = { module, arguments: made.arguments ?? [] };
  const given = found.handedOn ?? own;
  const [first, second, third] = given.arguments;
  const code = first && found.isGeneral ? typeOf(given.module, first.expression) : undefined;
  const hasStatus = code !== undefined && isNumber(code);
  const [message, details] = hasStatus ? [second, third] : [first, second];
  // The status in the call has precedence over that of the class, as at run time.
  const status = (hasStatus ? literalNumber(code) : undefined) ?? found.status;
  if (status === undefined) return [];
  return [
    {
      status,
      code: found.code,
      message: message ? messageText(given.module, message.expression) : '',
      ...(details &&
        found.isGeneral && { details: widened(typeOf(given.module, details.expression)) }),
    },
  ];
}

function isNumber(type: Type): boolean {
  return type.kind === 'number' || literalNumber(type) !== undefined;
}

function literalNumber(type: Type): number | undefined {
  return type.kind === 'literal' && typeof type.value === 'number' ? type.value : undefined;
}

/** The text of a message with `{id}` for a computed part; empty when all of it is computed. */
function messageText(module: LoadedModule, expression: Expression): string {
  const inner = unwrap(expression);
  switch (inner.type) {
    case 'StringLiteral':
      return inner.value;
    case 'TemplateLiteral':
      return templateText(module, inner);
    case 'BinaryExpression': {
      if (inner.operator !== '+') return '';
      const parts = [inner.left, inner.right].map((part) => partText(module, part));
      return parts.join('');
    }
    default:
      return '';
  }
}

function partText(module: LoadedModule, part: Expression): string {
  const text = messageText(module, part);
  return text === '' ? hole(module, part) : text;
}

function templateText(module: LoadedModule, { quasis, expressions }: TemplateLiteral): string {
  return quasis
    .map((quasi, index) => {
      const part = expressions[index];
      return `${quasi.cooked ?? ''}${part && 'span' in part ? hole(module, part) : ''}`;
    })
    .join('');
}

function hole({ record }: LoadedModule, expression: Expression): string {
  const inner = unwrap(expression);
  const text = 'span' in inner ? record.source.textOf(inner.span) : '';
  return /^[\w$.[\]'?]{1,60}$/.test(text) ? `{${text}}` : '{...}';
}

function sortedErrors(errors: readonly ErrorAnswer[]): readonly ErrorAnswer[] {
  const unique = new Map(errors.map((error) => [JSON.stringify(error), error]));
  return [...unique.values()].toSorted(
    (left, right) =>
      left.status - right.status ||
      compareTexts(left.code, right.code) ||
      compareTexts(left.message, right.message),
  );
}
