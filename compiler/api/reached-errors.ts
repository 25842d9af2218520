// Finds the error responses of a view: the errors that are created and not caught in the view, in the functions it calls and in
// its middleware. The analysis that finds AWS calls (compiler/policy/analysis) provides the called functions.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Listed } from '../kinds/middleware/middleware.js';
import type { Analysis, FunctionToken } from '../policy/analysis/model.js';
import { callsOf } from '../policy/analysis/calls/call-graph.js';
import type { Expression, NewExpression, Pattern, Span, TsType } from '../syntax/tree.js';
import { calleeOf, functionOf, patternOf, propertyName, unwrap } from '../syntax/expressions.js';
import { compareTexts, once, oncePer, valueFor } from '../groups.js';
import type { Type } from '../declarations/declared-type.js';
import type { ErrorAnswer } from './api-description.js';
import type { ErrorFinder, GatewayAnswer } from './error-classes.js';
import { widened, UNKNOWN } from './inference.js';
import type { ViewFunction } from './returned-answers.js';
import { traceExpression } from '../facts/entity.js';
import { evaluateConstant } from '../facts/evaluate-definition.js';
import { middlewareMaker } from '../facts/made-middleware.js';
import { type SourceSpan, type Diagnostic, diagnose } from '../diagnostics/diagnostic.js';
import { type CallSite, callsOfModules } from '../policy/analysis/calls/layers.js';
import { isOfType, isOwnCode, nameOf, walk, type AnyNode } from '../syntax/tree-walk.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { type DeclaredFormat, formatOf } from '../kinds/format/format.js';
import type { Route } from '../kinds/route/route.js';
import { unknownFormat } from '../types/catalogue.js';
import { isIn } from './view-comment.js';

export type ErrorReader = {
  readonly analysis: Analysis;
  readonly errorClassOf: ErrorFinder;
  readonly typeOf: (module: LoadedModule, expression: Expression) => Type;
};

export type ReachedCode = {
  /** Sorted by status, code and message. */
  readonly errors: readonly ErrorAnswer[];
  /** How the code reads the request's body if the view does not declare it; undefined if the code does not read it. */
  readonly reads: 'json' | 'bytes' | undefined;
  /** True if a middleware catches every error that is thrown inside it, including errors about invalid input. */
  readonly isCaught: boolean;
  /** The functions of the middleware around the view, outermost first. */
  readonly layers: readonly ViewFunction[];
};

/** `view` is a key in {@link Analysis.views}; the layers are its middleware, outermost first. */
export function createCodeFinder(
  reader: ErrorReader,
): (view: string, layers: readonly Listed[]) => ReachedCode {
  const { analysis } = reader;
  const calls = callsOf(analysis);
  const codeOf = oncePer(({ callable }: FunctionToken) => readCode(callable.body));
  const asynchronous = new Set(
    [...analysis.functions].flatMap(([node, token]) =>
      'async' in node && node.async === true ? [token] : [],
    ),
  );
  const isCallCaught = (from: FunctionToken, to: FunctionToken): boolean => {
    const { caught, awaited } = codeOf(from);
    if (caught.length === 0) return false;
    const places = placesOf(analysis, from, to);
    return places.every(
      (position) =>
        isWithin(caught, position) && (!asynchronous.has(to) || isWithin(awaited, position)),
    );
  };
  const layerFunctions = createLayerFinder(analysis);
  const reachedFrom = (roots: readonly FunctionToken[]): ReadonlySet<FunctionToken> => {
    const reached = new Set(roots);
    for (const token of reached) {
      for (const next of calls.get(token) ?? []) if (!isCallCaught(token, next)) reached.add(next);
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
    const around: ViewFunction[] = [];
    let errors = errorsIn(reached);
    let isCaught = false;
    for (const layer of layers.toReversed()) {
      const functions = layerFunctions(layer);
      around.unshift(...functions.map(viewFunction));
      const isSilent = functions.some((token) => catchesAll(token, codeOf(token)));
      isCaught ||= isSilent;
      errors = [...(isSilent ? [] : errors), ...errorsIn(reachedFrom(functions))];
    }
    const reads = (name: string): boolean =>
      [...reached].some((token) => codeOf(token).members.has(name));
    return {
      errors: sortedErrors(errors),
      reads: reads('jsonBody') ? 'json' : reads('rawBody') ? 'bytes' : undefined,
      isCaught,
      layers: around,
    };
  };
}

function viewFunction({ module, callable }: FunctionToken): ViewFunction {
  const { body, parameters } = callable;
  return { module, node: { body, params: parameters } };
}

/** Returns where one function calls another. A callback of a built-in function counts as called where it is written. */
function placesOf(
  { callPlaces }: Analysis,
  from: FunctionToken,
  to: FunctionToken,
): readonly number[] {
  const { start, end } = from.callable.span;
  const own = to.callable.span.start;
  const places = [...(callPlaces.get(from)?.get(to) ?? [own])];
  return places.map((position) => (start <= position && position < end ? position : own));
}

function errorOf(
  reader: ErrorReader,
  module: LoadedModule,
  made: NewExpression,
): readonly ErrorAnswer[] {
  const { errorClassOf, typeOf } = reader;
  const found = errorClassOf(module, made.callee);
  if (!found) return [];
  const own = { module, arguments: made.arguments ?? [] };
  const given = found.handedOn ?? own;
  const [first, second, third] = given.arguments;
  const code = first && found.isGeneral ? typeOf(given.module, first.expression) : undefined;
  const hasStatus = code !== undefined && isNumber(code);
  const [message, details] = hasStatus ? [second, third] : [first, second];
  // A status in the call overrides the status of the class, as at run time.
  const status = (hasStatus ? literalNumber(code) : undefined) ?? found.status;
  if (status === undefined) return [];
  return [
    {
      status,
      code: found.code,
      message:
        message && !found.hasProblems ? messageText(reader, given.module, message.expression) : '',
      ...(found.hasProblems && { hasProblems: found.hasProblems }),
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

/** Returns a message with placeholders such as `{id}` for computed parts; empty if the whole message is computed. */
function messageText(reader: ErrorReader, module: LoadedModule, expression: Expression): string {
  const value = evaluateConstant(reader.analysis.program, module, expression);
  if (value.kind === 'string' || value.kind === 'number') return String(value.value);
  const inner = unwrap(expression);
  // A sum of numbers is not text.
  const isSum = (part: Expression): boolean =>
    unwrap(part).type === 'BinaryExpression' &&
    widened(reader.typeOf(module, part)).kind !== 'text';
  const partText = (part: Expression): string =>
    (isSum(part) ? '' : messageText(reader, module, part)) || hole(module, part);
  if (inner.type === 'TemplateLiteral')
    return inner.quasis
      .map(({ cooked }, index) => {
        const part = inner.expressions[index];
        return `${cooked ?? ''}${part ? partText(part) : ''}`;
      })
      .join('');
  if (inner.type !== 'BinaryExpression' || inner.operator !== '+') return '';
  return partText(inner.left) + partText(inner.right);
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

// Finds the code of the middleware around a view. It consists of the functions that are passed to the calls that create the
// middleware.

function createLayerFinder(analysis: Analysis): (layer: Listed) => readonly FunctionToken[] {
  const { program, functions } = analysis;
  const sites = once(() => callsOfModules(analysis));
  const callAt = ({ file, start }: SourceSpan): CallSite | undefined =>
    sites().get(`${file}:${String(start)}`);
  const functionsOf = (module: LoadedModule, expression: Expression): readonly FunctionToken[] => {
    const own = functionOf(expression);
    const entity = own ? undefined : traceExpression(program, module, expression);
    const node = own ?? (entity?.kind === 'function' ? entity.node : undefined);
    const token = node && functions.get(node);
    return token ? [token] : [];
  };
  const givenTo = ({ module, call }: CallSite): readonly FunctionToken[] =>
    call.arguments.flatMap(({ expression }) => functionsOf(module, expression));
  /** Returns the middleware functions that a call to a function of the project creates, directly or indirectly. */
  const madeBy = ({ module, call }: CallSite): readonly FunctionToken[] => {
    const callee = calleeOf(call);
    const makers = new Set(callee && functionsOf(module, callee));
    if (makers.size === 0) return [];
    const calls = callsOf(analysis);
    for (const token of makers) for (const next of calls.get(token) ?? []) makers.add(next);
    const inside = [...sites().values()].filter((found) =>
      [...makers].some(
        (maker) => maker.module === found.module && isIn(maker.callable.span, found.call.span),
      ),
    );
    return inside
      .filter((found) => middlewareMaker(program, found.module, found.call) !== undefined)
      .flatMap(givenTo);
  };
  return ({ origin, at }) => {
    const found = callAt(origin ?? at);
    if (!found) return [];
    return origin ? givenTo(found) : madeBy(found);
  };
}

/** Tells whether a middleware catches every error that the view throws: it must do so at each of its `next()` calls. */
function catchesAll({ callable }: FunctionToken, code: FunctionCode): boolean {
  const [, parameter] = callable.parameters;
  const pattern = parameter && patternOf(parameter);
  if (pattern?.type !== 'Identifier' || code.caught.length === 0) return false;
  const places: number[] = [];
  walk(callable.body, (node) => {
    if (isOwnCode(node)) return false;
    const callee = isOfType(node, 'CallExpression') && calleeOf(node);
    if (callee && callee.type === 'Identifier' && callee.value === pattern.value)
      places.push(node.span.start);
    return true;
  });
  return (
    places.length > 0 &&
    places.every((position) => isWithin(code.caught, position) && isWithin(code.awaited, position))
  );
}

// Describes error responses in the error format of their route (docs/guide/errors.md). The type argument of `errorFormat` is
// the type of the bodies, and invalid input gets the status that the format sets.

export type FormattedErrors = {
  readonly placed: (error: ErrorAnswer) => ErrorAnswer;
  /** Returns the body type of an error response; undefined for the default body. */
  readonly bodyOf: (error: Pick<ErrorAnswer, 'hasProblems'>) => Type | undefined;
  /** Returns the body type of an error response that the function creates; undefined for responses that the gateway creates. */
  readonly bodyOfAnswer: (answer: GatewayAnswer) => Type | undefined;
};

type FormatReader = {
  readonly of: (route: Route) => FormattedErrors;
  readonly notes: () => readonly Diagnostic[];
};

export function createFormatReader({
  facts,
  analysis,
  readType,
}: {
  readonly facts: AppFacts;
  readonly analysis: Analysis;
  readonly readType: (module: LoadedModule, node: TsType) => { readonly type: Type };
}): FormatReader {
  const calls = once(() => callsOfModules(analysis));
  const types = new Map<string, Type>();
  const unknown: SourceSpan[] = [];
  const typeOf = ({ origin }: DeclaredFormat): Type => {
    const key = `${origin.file}:${String(origin.start)}`;
    return valueFor(types, key, () => {
      const site = calls().get(key);
      const node = site?.call.typeArguments?.params[0];
      if (!node) unknown.push(origin);
      return site && node ? readType(site.module, node).type : UNKNOWN;
    });
  };
  return {
    of: (route) => {
      const { invalidStatus, invalid, error } = formatOf(facts, route);
      return {
        placed: (answer) =>
          answer.hasProblems && answer.status === 400 && invalidStatus !== undefined
            ? { ...answer, status: invalidStatus }
            : answer,
        bodyOf: ({ hasProblems }) => {
          const format = hasProblems ? invalid : error;
          return format && typeOf(format);
        },
        bodyOfAnswer: ({ status }) => (status === 415 && error ? typeOf(error) : undefined),
      };
    },
    notes: () => unknown.map((at) => diagnose(unknownFormat, {}, { at })),
  };
}

// Finds the errors that a function's code creates and catches. A caught error is not a response of the view, unless the `catch`
// throws it again.

type FunctionCode = {
  /** Each `new` expression whose error is not caught. */
  readonly made: readonly NewExpression[];
  readonly members: ReadonlySet<string>;
  /** The source ranges in which errors from calls are caught. */
  readonly caught: readonly Range[];
  /** The source ranges of `await` expressions. A rejection is caught where the promise is awaited. */
  readonly awaited: readonly Range[];
};

type Range = Pick<Span, 'start' | 'end'>;

function readCode(body: unknown): FunctionCode {
  const made: NewExpression[] = [];
  const members = new Set<string>();
  const caught: Range[] = [];
  const awaited: Range[] = [];
  const read = (inner: unknown, isCaught: boolean): void => {
    walk(inner, (node) => {
      if (isOwnCode(node)) return false;
      if (isOfType(node, 'TryStatement')) {
        const swallows = node.handler ? swallowsErrors(node.handler) : false;
        if (swallows) caught.push(node.block.span);
        read(node.block.stmts, isCaught || swallows);
        if (node.handler) read(node.handler.body, isCaught);
        read(node.finalizer, isCaught);
        return false;
      }
      if (isOfType(node, 'AwaitExpression')) awaited.push(node.span);
      if (isOfType(node, 'NewExpression') && !isCaught) made.push(node);
      if (isOfType(node, 'MemberExpression')) {
        const name = propertyName(node);
        if (name !== undefined) members.add(name);
      }
      const promise = caughtPromise(node);
      if (promise) {
        caught.push(promise.object.span);
        awaited.push(promise.object.span);
        read(promise.object, true);
        read(promise.rest, isCaught);
        return false;
      }
      return true;
    });
  };
  read(body, false);
  return { made, members, caught, awaited };
}

function isWithin(ranges: readonly Range[], position: number): boolean {
  return ranges.some(({ start, end }) => start <= position && position < end);
}

type Handler = { readonly param?: Pattern | null | undefined; readonly body: unknown };

/** Tells whether a `catch` swallows the error; false if it may throw it again. */
function swallowsErrors({ param, body }: Handler): boolean {
  let isThrown = false;
  walk(body, (node) => {
    if (isOwnCode(node)) return false;
    if (!isOfType(node, 'ThrowStatement')) return true;
    const thrown = nameOf(node.argument);
    if (thrown !== undefined && thrown === nameOf(param)) isThrown = true;
    return true;
  });
  return !isThrown;
}

type CaughtPromise = {
  readonly object: Expression & { readonly span: Span };
  readonly rest: unknown;
};

/** Finds a promise with an error handler: `load().catch(() => undefined)`. */
function caughtPromise(node: AnyNode): CaughtPromise | undefined {
  if (!isOfType(node, 'CallExpression')) return undefined;
  const { callee, arguments: given } = node;
  if (callee.type !== 'MemberExpression' || propertyName(callee) !== 'catch') return undefined;
  const [first] = given;
  const handler = first?.expression;
  if (handler?.type !== 'ArrowFunctionExpression' && handler?.type !== 'FunctionExpression') {
    return undefined;
  }
  const [parameter] = handler.params;
  const param = parameter && patternOf(parameter);
  if (!swallowsErrors({ param, body: handler.body }) || !('span' in callee.object))
    return undefined;
  return { object: callee.object, rest: given };
}
