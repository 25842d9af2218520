// The rules for inputs: which types can be read from a request, and which can be validated.
import { isJsonType, mediaTypeOf } from '../../../runtime/contract/media-types.js';
import type { AppFacts, ViewParameter } from '../../declarations/app-facts.js';
import type { CheckedPattern, TypeDefinitions } from '../../declarations/declared-type.js';
import type { ViewNoun } from '../../declarations/kind.js';
import { type Diagnostic, type SourceSpan, diagnose } from '../../diagnostics/diagnostic.js';
import { groupBy } from '../../groups.js';
import { readBinaryTypes } from '../app/app.js';
import { isView, viewName } from '../view/view.js';
import * as texts from './input-catalogue.js';
import {
  ambiguityOf,
  isReadFromTexts,
  bodyFormOf,
  type InputParameter,
  inputParameters,
  resolved,
} from './inputs.js';
import { linearForm, longestText, patternState } from './pattern-safety.js';
import { routeCaptures, routesOf, pathWithCaptures, type Route, isInputName } from './route.js';

/** Returns every problem with the inputs of all views. */
export function checkInputs(facts: AppFacts): readonly Diagnostic[] {
  return routesOf(facts).flatMap((route) => {
    if (!isView(route.target) || route.target.isWrapped) return [];
    const { captures, body, query, headers } = inputParameters(route);
    const context = { route, facts, view: viewName(route.target), definitions: facts.types };
    return [
      ...checkUntyped(route),
      ...[...captures, body, query, headers].flatMap((input) =>
        input ? checkType(input, context) : [],
      ),
      ...captures.flatMap((capture) => checkCapture(capture, context)),
      ...(body ? checkBody(body, context) : []),
      ...(headers ? checkHeaderNames(headers, context) : []),
      ...[query, headers].flatMap((input) => (input ? checkTexts(input, context) : [])),
    ];
  });
}

/** Reports a disabled `strictNullChecks` once, at the first input. Input types are always read as if it were enabled. */
export function checkNullSetting(facts: AppFacts): readonly Diagnostic[] {
  if (!facts.ignoresNull) return [];
  for (const route of routesOf(facts)) {
    const { captures, body, query, headers } = inputParameters(route);
    const first = [body, query, headers, ...captures].find((input) => input !== undefined);
    if (!first) continue;
    const data = { view: viewName(route.target), input: first.name };
    return [diagnose(texts.looseNulls, data, { at: first.input.at })];
  }
  return [];
}

type Context = {
  readonly route: Route;
  readonly facts: AppFacts;
  readonly view: string;
  readonly definitions: TypeDefinitions;
};

/** Reports parameters that are named like an input but have no type annotation. */
function checkUntyped(route: Route): readonly Diagnostic[] {
  const path = pathWithCaptures(route);
  if (!path) return [];
  const captures = routeCaptures(path.value);
  const view = viewName(route.target);
  return route.target.parameters.flatMap(({ name = '', type, form, at }: ViewParameter) => {
    if (!isInputName(name) || captures.includes(name) || form === 'rest') return [];
    return type === undefined ? [diagnose(texts.untypedInput, { view, input: name }, { at })] : [];
  });
}

/** Reports types that cannot be read, and patterns that are unsafe to run. */
function checkType({ name, input }: InputParameter, context: Context): readonly Diagnostic[] {
  const { at, problems } = input;
  const { view } = context;
  return [...problems, ...checkPatterns(input.patterns, { noun: 'view', view, input: name, at })];
}

type OnPatterns = {
  readonly noun: ViewNoun;
  readonly view: string;
  readonly input: string;
  readonly at: SourceSpan;
};

/** Reports patterns that are unsafe to run on data from a client or in an event. */
export function checkPatterns(
  patterns: readonly CheckedPattern[],
  { at, ...data }: OnPatterns,
): readonly Diagnostic[] {
  return patterns.flatMap(({ pattern, maxLength }) => {
    const state = patternState(pattern, maxLength);
    if (state === 'safe') return [];
    if (state === 'invalid') return [diagnose(texts.invalidPattern, { ...data, pattern }, { at })];
    const remedy = { linear: linearForm(pattern), longest: longestText(pattern) };
    return [diagnose(texts.unsafePattern, { ...data, pattern, ...remedy }, { at })];
  });
}

/** Reports a capture whose type can be read from a string in more than one way. */
function checkCapture({ name, input }: InputParameter, context: Context): readonly Diagnostic[] {
  const { view, definitions } = context;
  const other = ambiguityOf(input.type, definitions);
  if (!other) return [];
  const data = { view, input: name, property: undefined, other };
  return [diagnose(texts.ambiguousText, data, { at: input.at })];
}

/** Methods for which a view cannot require a body: few clients send one with DELETE, although a view could read it. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** Returns true if a method of the route usually has a body. */
export function takesBody({ decoded }: Route): boolean {
  return decoded.value?.methods.some((method) => !WITHOUT_BODY.has(method)) ?? false;
}

function checkBody(body: InputParameter, context: Context): readonly Diagnostic[] {
  const { route, view } = context;
  const { methods = [] } = route.decoded.value ?? {};
  if (methods.length > 0 && methods.every((method) => WITHOUT_BODY.has(method)))
    return [diagnose(texts.bodyWithoutMethod, { view, methods }, { at: body.at })];
  const without = methods.filter((method) => WITHOUT_BODY.has(method));
  const partly =
    without.length > 0 && body.form !== 'optional'
      ? [diagnose(texts.partlyBodiless, { view, methods: without }, { at: body.at })]
      : [];
  return [...partly, ...checkBodyForm(body, context)];
}

function checkBodyForm(body: InputParameter, context: Context): readonly Diagnostic[] {
  const { route } = context;
  const form = bodyFormOf(route, body);
  if (form === 'form' || form === 'either') return checkTexts(body, context);
  return form === 'text' ? checkOtherBody(body, context) : [];
}

/** Checks the type of a body that is neither JSON nor a form. It must be a string or bytes. */
function checkOtherBody(
  { input }: InputParameter,
  { route, facts, view, definitions }: Context,
): readonly Diagnostic[] {
  const types = route.decoded.value?.contentTypes ?? [];
  const binary = new Set(readBinaryTypes(facts, route.app));
  const isBinary = types.some((type) => binary.has(mediaTypeOf(type)));
  const isMixed = types.some(isJsonType);
  const { kind } = resolved(input.type, definitions);
  if (input.problems.length > 0 || (kind === 'text' && !isBinary && !isMixed)) return [];
  const form = isBinary ? 'bytes' : isMixed ? 'mixed' : 'text';
  return [diagnose(texts.bodyType, { view, types, form }, { at: input.at })];
}

/** Checks the type of an object whose properties are read from strings. */
function checkTexts(
  { name, input: { type, problems, at } }: InputParameter,
  { view, definitions }: Context,
): readonly Diagnostic[] {
  const found = resolved(type, definitions);
  if (problems.length > 0 || found.kind === 'schema') return [];
  const data = { view, input: name };
  if (found.kind !== 'object') return [diagnose(texts.inputNotObject, data, { at })];
  const named = found.properties.map((property) => [property.name, property.type] as const);
  const others = (found.indexes ?? []).map((index) => ['[name]', index.type] as const);
  return [...named, ...others].flatMap(([property, part]) => {
    const kind = resolved(part, definitions).kind;
    if (kind !== 'never' && !isReadFromTexts(part, definitions))
      return [diagnose(texts.inputProperty, { ...data, property }, { at })];
    const other = ambiguityOf(part, definitions);
    return other ? [diagnose(texts.ambiguousText, { ...data, property, other }, { at })] : [];
  });
}

/** Reports headers whose names differ only in case. */
function checkHeaderNames(
  { input: { type, at } }: InputParameter,
  { view, definitions }: Context,
): readonly Diagnostic[] {
  const found = resolved(type, definitions);
  const names = found.kind === 'object' ? found.properties.map(({ name }) => name) : [];
  return [...groupBy(names, (name) => name.toLowerCase()).values()]
    .filter((same) => same.length > 1)
    .map((same) => diagnose(texts.sameHeader, { view, names: same }, { at }));
}
