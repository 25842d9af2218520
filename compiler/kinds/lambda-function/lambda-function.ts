// A lambda function that is separate from the one that serves the routes: `app.lambdaFunction()` (specification 2.1).
import type { FunctionEntry, Manifest } from '../../../runtime/contract/manifest.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { type BoundRow, type ViewKind, positionOf, unchecked } from '../../declarations/kind.js';
import { compareTexts } from '../../groups.js';
import { type Diagnostic, type CatalogueEntry, diagnose } from '../../diagnostics/diagnostic.js';
import { foundValue, objectSchema } from '../../values/decoded.js';
import { decodeOptions, type OptionsObject } from '../../values/options.js';
import { type Spanned, isSamePlace, replaceSource } from '../../values/static-value.js';
import { type Listed, middlewareOption } from '../middleware/middleware.js';
import { classOf, classSchema, isView, viewKey } from '../view/view.js';
import * as nameTexts from '../function/catalogue.js';
import {
  functionName,
  functionRow,
  givenName,
  isFunction,
  NAME_OPTION,
} from '../function/function-name.js';
import * as texts from './catalogue.js';

const LAMBDA = 'lambdaFunction';

type FunctionOptions = { readonly name?: string; readonly middleware: readonly Listed[] };

const OPTIONS: OptionsObject<FunctionOptions> = {
  table: {
    name: NAME_OPTION,
    middleware: middlewareOption(
      'event',
      "Middleware around the function. It runs inside the application's middleware.",
    ),
  },
  unknownOption: texts.unknownFunctionOption,
  wrongType: (value) => {
    const { at } = value;
    const found = foundValue(value);
    const fix =
      value.kind === 'string'
        ? replaceSource(at, {
            title: 'Write an options object',
            text: `{ name: '${value.value}' }`,
          })
        : undefined;
    return diagnose(texts.functionOptionsType, { found }, { at, fix });
  },
};

function lambdaFunctionsOf({ views }: AppFacts): readonly ViewDeclaration[] {
  return views.filter(({ kind }) => kind === 'lambdaFunction');
}

/** The keys of the functions that serve routes, in `lambda_functions` of the configuration. */
const ROUTE_FUNCTIONS: readonly string[] = ['api_handler', 'stream_handler'];
const NAME = /^[A-Za-z0-9_-]+$/;

/** Function names must be unique, valid in AWS, and not those of the API functions (docs/decisions/cloud-names.md). */
function checkNames(facts: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, First>();
  return facts.views.filter(isFunction).flatMap((view) => {
    const name = functionName(view);
    if (!name || !isView(view.target)) return [];
    const key = `${view.app} ${name.value}`;
    const first = firsts.get(key);
    if (!first) firsts.set(key, { name, view });
    else if (isShared(first.view, view)) return [];
    return checkName(name, first?.name);
  });
}

type First = { readonly name: Spanned<string>; readonly view: ViewDeclaration };

/**
 * Tells whether two declarations may share a function name: those of one method, which several event sources may call, but not
 * two of `app.lambdaFunction`. A blueprint that is registered twice is reported by another rule.
 */
function isShared(first: ViewDeclaration, other: ViewDeclaration): boolean {
  return (
    viewKey(first.target) === viewKey(other.target) &&
    (first.kind !== LAMBDA || other.kind !== LAMBDA || isSamePlace(first.at, other.at))
  );
}

function checkName(name: Spanned<string>, first: Spanned<string> | undefined): Diagnostic[] {
  const data = { name: name.value };
  if (!NAME.test(name.value)) return [diagnose(nameTexts.functionNameCharacters, data, name)];
  if (ROUTE_FUNCTIONS.includes(name.value))
    return [diagnose(nameTexts.reservedFunctionName, data, name)];
  if (!first) return [];
  const related = [{ message: 'The first function with that name is here.', at: first.at }];
  return [diagnose(nameTexts.duplicateFunction, data, { at: name.at, related })];
}

/** Lambda passes only the event and the context. Optional and rest parameters after them are allowed. */
function checkParameters(view: ViewDeclaration): readonly Diagnostic[] {
  const { parameters } = view.target;
  const third = parameters[2];
  if (!third || third.form === 'optional' || third.form === 'rest') return [];
  const name = functionName(view)?.value ?? 'function';
  return [diagnose(texts.functionParameters, { name, count: parameters.length }, { at: third.at })];
}

function buildFunctions(facts: AppFacts): Manifest['functions'] {
  const entries = new Map<string, FunctionEntry>();
  for (const entry of facts.views.filter(isFunction).map(buildFunction)) {
    if (!entries.has(entry.name)) entries.set(entry.name, entry);
  }
  return [...entries.values()].toSorted((left, right) => compareTexts(left.name, right.name));
}

function buildFunction(view: ViewDeclaration): FunctionEntry {
  const { target, at } = view;
  const name = functionName(view);
  if (!name) throw unchecked('a function');
  return {
    name: name.value,
    view: target.name?.value ?? name.value,
    ...classOf(target),
    at: positionOf(at),
  };
}

function bind(view: ViewDeclaration): BoundRow | undefined {
  const row = functionRow(view);
  return row && { function: row };
}

export const LAMBDA_FUNCTION: ViewKind = {
  member: LAMBDA,
  noun: 'function',
  example: 'app.lambdaFunction()',
  members: [LAMBDA],
  classes: [],
  leading: 0,
  isKnown: () => true,
  givenName,
  functionOf: (view) => functionName(view)?.value,
  bind,
  options: { 'app.lambdaFunction({ ... })': OPTIONS.table },
  rules: [
    (facts) =>
      lambdaFunctionsOf(facts).flatMap(({ options }) => decodeOptions(options, OPTIONS).findings),
    checkNames,
    (facts) => lambdaFunctionsOf(facts).flatMap(checkParameters),
  ],
  catalogue: [texts, nameTexts].flatMap((range) => Object.values<CatalogueEntry<never>>(range)),
  manifest: {
    name: 'functions',
    build: buildFunctions,
    schema: {
      description:
        'Functions declared with `app.lambdaFunction()` or for events, each once, sorted by name.',
      type: 'array',
      items: { $ref: '#/definitions/function' },
    },
  },
  definitions: {
    function: objectSchema(['name', 'view', 'at'], {
      name: OPTIONS.table.name.schema,
      view: {
        description: 'The method or variable that contains it.',
        type: 'string',
        minLength: 1,
      },
      class: classSchema,
      at: { $ref: '#/definitions/position' },
    }),
  },
};
