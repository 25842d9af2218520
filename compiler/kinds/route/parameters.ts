// Checks the parameters of a view: each capture needs one parameter with the same name, in any order, that is neither rest nor
// destructured, and whose type can be read from a string (specification 4.1, path rule 3).
import type { AppFacts, ViewParameter } from '../../declarations/app-facts.js';
import {
  type Diagnostic,
  type Fix,
  type SourceSpan,
  nearestName,
  diagnose,
} from '../../diagnostics/diagnostic.js';
import {
  type StaticText,
  placeInText,
  replaceInText,
  type TextRange,
} from '../../values/static-value.js';
import { isView, viewKey, viewName } from '../view/view.js';
import { wordSet } from '../../groups.js';
import { captureOfInputName } from './input-catalogue.js';
import { isReadFromText } from './inputs.js';
import { takesBody } from './input-rules.js';
import * as texts from './parameter-catalogue.js';
import { isInputName, pathWithCaptures, type Route, routeCaptures, routesOf } from './route.js';

// Tells whether an annotation certainly does not accept strings. Names are not resolved: an alias, an enum or a type parameter
// may accept strings.

/** Types in TypeScript and its library to which strings are not assignable. */
const NOT_TEXTS = wordSet(
  'number boolean bigint symbol object void never true false',
  'Number Boolean Date RegExp URL Buffer Function',
);

/** Generic types to which strings are not assignable, whatever the type arguments. */
const NOT_TEXT_GENERICS =
  /^(Array|ReadonlyArray|Record|Map|Set|ReadonlyMap|ReadonlySet|WeakMap|WeakSet|Promise|Uint8Array|ArrayBuffer)\b/;

/** Returns true for `number` and `Date[]`, false for `string | number`, `CityName` and `'a' | 'b'`. */
export function refusesText(type: string): boolean {
  if (type === 'string') return false;
  const members = splitUnion(type.trim()).filter((member) => !/^(undefined|null|)$/.test(member));
  return members.length > 0 && members.every(isNoText);
}

function isNoText(member: string): boolean {
  const inner = /^\((.*)\)$/s.exec(member)?.[1];
  if (inner !== undefined && isClosed(inner)) return refusesText(inner);
  return (
    NOT_TEXTS.has(member) ||
    NOT_TEXT_GENERICS.test(member) ||
    /^-?[\d.]/.test(member) ||
    /^[{[]/.test(member) ||
    /\[\]$/.test(member) ||
    /^(readonly|unique)\s/.test(member) ||
    (/=>/.test(member) && /^(new\s+)?[(<]/.test(member))
  );
}

/** Splits a union into its members, but not inside brackets or quotes. */
function splitUnion(type: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let index = 0; index < type.length; index += 1) {
    const character = type.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (/['"`]/.test(character)) quote = character;
    else if (/[([{<]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character) || (character === '>' && type[index - 1] !== '=')) depth -= 1;
    else if (character === '|' && depth === 0) {
      members.push(type.slice(start, index).trim());
      start = index + 1;
    }
  }
  members.push(type.slice(start).trim());
  return members;
}

/** Tells whether the brackets inside a text are balanced. If so, the brackets around the text belong together. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Reports parameters that cannot receive captures. A capture is passed by parameter name and converted from a string. */
export function checkParameters(facts: AppFacts, route: Route): readonly Diagnostic[] {
  if (!isView(route.target)) return [];
  const path = pathWithCaptures(route);
  const captures = new Set(path ? routeCaptures(path.value) : []);
  const view = viewName(route.target);
  return route.target.parameters.flatMap((parameter) => {
    if (parameter.form === 'rest') return [diagnose(texts.restParameter, { view }, parameter)];
    if (parameter.form === 'destructured') {
      return [diagnose(texts.destructuredParameter, { view, type: parameter.type }, parameter)];
    }
    return captures.has(parameter.name ?? '') ? checkType(parameter, { view, facts }) : [];
  });
}

function checkType(
  { name = '', type, input, frameworkNames, at }: ViewParameter,
  { view, facts }: { readonly view: string; readonly facts: AppFacts },
): readonly Diagnostic[] {
  if (type === undefined) return [];
  const isNumber = /^(?:number|\(number\))(?:\s*\|\s*undefined)?$/.test(type);
  const isPlain = isNumber || input?.isPlainNumber === true;
  const isRead = input ? isReadFromText(input.type, facts.types) : !refusesText(type);
  if ((isRead || (input?.problems ?? []).length > 0) && !isPlain) return [];
  if (isInputName(name) && !isPlain)
    return [diagnose(captureOfInputName, { view, input: name }, { at })];
  const fix = type === 'number' && input ? writeInt(input.at, frameworkNames ?? []) : undefined;
  return [diagnose(texts.parameterType, { parameter: name, view, type }, { at, fix })];
}

/** Returns the fix that replaces `number` with `Int` and imports `Int`. */
function writeInt({ file, start, end }: SourceSpan, known: readonly string[]): Fix {
  const text = "import type { Int } from 'framework';\n";
  const imported = known.includes('Int') ? [] : [{ file, start: 0, end: 0, text }];
  return { title: 'Write Int', edits: [{ file, start, end, text: 'Int' }, ...imported] };
}

type NamedParameter = ViewParameter & { readonly name: string };

export function checkCaptures(facts: AppFacts): readonly Diagnostic[] {
  return routesOf(facts).flatMap((route) => {
    const path = pathWithCaptures(route);
    if (!path || !isView(route.target) || route.target.isWrapped) return [];
    // A rest parameter may receive any capture, and so may a destructured one, which is reported separately.
    if (route.target.parameters.some(({ form }) => form === 'rest' || form === 'destructured'))
      return [];
    const captures = routeCaptures(path.value);
    return checkRoute(facts, route, { path, captures });
  });
}

/** Tells whether the name is a capture in another route of the same view. If so, the parameter is optional. */
function isOfAnotherRoute(facts: AppFacts, { target }: Route, name: string): boolean {
  const key = viewKey(target);
  return routesOf(facts).some(
    (other) =>
      viewKey(other.target) === key &&
      routeCaptures(pathWithCaptures(other)?.value ?? '/').includes(name),
  );
}

function checkRoute(
  facts: AppFacts,
  route: Route,
  { path, captures }: { readonly path: StaticText; readonly captures: readonly string[] },
): readonly Diagnostic[] {
  const { target } = route;
  const view = viewName(target);
  const parameters = target.parameters.filter(
    (parameter): parameter is NamedParameter => parameter.name !== undefined,
  );
  const names = parameters.map(({ name }) => name);
  const extra = parameters.filter(
    ({ name, form }) =>
      !captures.includes(name) &&
      !isInputName(name) &&
      !(form === 'optional' && isOfAnotherRoute(facts, route, name)),
  );
  const missing = captures.filter((capture) => !names.includes(capture));
  const pairs = pairNames(missing, extra);
  const paired = new Set([...pairs.values()]);
  const mayHaveBody = takesBody(route);
  return [
    ...missing.map((capture) => reportMissing({ capture, view, path }, pairs.get(capture))),
    ...extra
      .filter((parameter) => !paired.has(parameter))
      .map(({ name: parameter, type, at }) => {
        const data = { parameter, type, view, path: path.value, mayHaveBody };
        return diagnose(texts.parameterWithoutCapture, data, { at });
      }),
  ];
}

/** Pairs a capture and a parameter with similar names, or the only two left, so that a misspelling is one mistake. */
function pairNames(
  missing: readonly string[],
  extra: readonly NamedParameter[],
): ReadonlyMap<string, NamedParameter> {
  const pairs = new Map<string, NamedParameter>();
  const free = [...extra];
  for (const capture of missing) {
    const names = free.map(({ name }) => name);
    const isOnly = missing.length === 1 && free.length === 1;
    const index = names.indexOf((isOnly ? names[0] : nearestName(capture, names)) ?? '');
    const [parameter] = index < 0 ? [] : free.splice(index, 1);
    if (parameter) pairs.set(capture, parameter);
  }
  return pairs;
}

type Missing = { readonly capture: string; readonly view: string; readonly path: StaticText };

function reportMissing({ capture, view, path }: Missing, parameter?: NamedParameter): Diagnostic {
  const start = path.value.indexOf(`{${capture}}`);
  const range: TextRange = [start, start + capture.length + 2];
  return diagnose(
    texts.captureWithoutParameter,
    { capture, view, parameter: parameter?.name },
    {
      at: placeInText(path, range),
      related: parameter ? [{ message: 'The parameter is here.', at: parameter.at }] : [],
      fix: parameter && replaceInText(path, range, renameCapture(parameter.name)),
    },
  );
}

function renameCapture(name: string): { readonly title: string; readonly text: string } {
  return { title: `Rename the capture to {${name}}`, text: `{${name}}` };
}
