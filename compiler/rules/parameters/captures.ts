// One parameter for each capture, by equal name and in any order (spec 4.1, path rule 3).
import { routeCaptures } from '../../facts/route-path.js';
import {
  captureWithoutParameter,
  parameterWithoutCapture,
} from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import type { AppFacts, RouteDeclaration, ViewParameter } from '../../declarations/app-facts.js';
import { placeInText, replaceInText, type TextRange } from '../../values/literal-place.js';
import { validPath, type PathText } from '../path/valid-path.js';
import { isView, viewKey, viewName } from './view-identity.js';

/** A parameter with a name. */
type NamedParameter = ViewParameter & { readonly name: string };

export function checkCaptures(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap((route) => {
    const path = validPath(route);
    if (!path || !isView(route.target) || route.target.isWrapped) return [];
    if (hasUnusableParameter(route)) return [];
    const captures = routeCaptures(path.value);
    return isMatched(route, captures) ? [] : checkRoute(facts, route, { path, captures });
  });
}

/** What nearly every view has. */
function isMatched(
  { target: { parameters } }: RouteDeclaration,
  captures: readonly string[],
): boolean {
  return (
    parameters.length === captures.length &&
    parameters.every(({ name }) => name !== undefined && captures.includes(name))
  );
}

/** Whether a capture of another route of the same view is meant: its parameter is optional then. */
function isOfAnotherRoute(facts: AppFacts, { target }: RouteDeclaration, name: string): boolean {
  const key = viewKey(target);
  return facts.routes.some(
    (other) =>
      viewKey(other.target) === key && routeCaptures(validPath(other)?.value ?? '/').includes(name),
  );
}

/** A destructured or rest parameter has its own diagnostic and may be meant for any capture. */
function hasUnusableParameter({ target }: RouteDeclaration): boolean {
  return target.parameters.some(({ form }) => form === 'rest' || form === 'destructured');
}

type ReadPath = { readonly path: PathText; readonly captures: readonly string[] };

function checkRoute(
  facts: AppFacts,
  route: RouteDeclaration,
  { path, captures }: ReadPath,
): Diagnostic[] {
  const { target } = route;
  const view = viewName(target);
  const parameters = target.parameters.filter(isNamed);
  const names = parameters.map(({ name }) => name);
  const extra = parameters.filter(
    ({ name, form }) =>
      !captures.includes(name) && !(form === 'optional' && isOfAnotherRoute(facts, route, name)),
  );
  const missing = captures.filter((capture) => !names.includes(capture));
  const pairs = pairNames(missing, extra);
  const paired = new Set([...pairs.values()]);
  return [
    ...missing.map((capture) => reportMissing({ capture, view, path }, pairs.get(capture))),
    ...extra
      .filter((parameter) => !paired.has(parameter))
      .map(({ name, at }) =>
        diagnose(parameterWithoutCapture, { parameter: name, view, path: path.value }, { at }),
      ),
  ];
}

function isNamed(parameter: ViewParameter): parameter is NamedParameter {
  return parameter.name !== undefined;
}

/**
 * A misspelt name is a capture without a parameter and a parameter without a capture, and one mistake. So are the only
 * capture and the only parameter that are left over.
 */
function pairNames(
  missing: readonly string[],
  extra: readonly NamedParameter[],
): ReadonlyMap<string, NamedParameter> {
  const pairs = new Map<string, NamedParameter>();
  const free = [...extra];
  for (const capture of missing) {
    const isOnly = missing.length === 1 && free.length === 1;
    const name = isOnly
      ? free[0]?.name
      : nearestName(
          capture,
          free.map((item) => item.name),
        );
    const index = free.findIndex((item) => item.name === name);
    const [parameter] = index < 0 ? [] : free.splice(index, 1);
    if (parameter) pairs.set(capture, parameter);
  }
  return pairs;
}

type Missing = { readonly capture: string; readonly view: string; readonly path: PathText };

function reportMissing({ capture, view, path }: Missing, parameter?: NamedParameter): Diagnostic {
  const start = path.value.indexOf(`{${capture}}`);
  const range: TextRange = [start, start + capture.length + 2];
  return diagnose(
    captureWithoutParameter,
    { capture, view, parameter: parameter?.name },
    {
      at: placeInText(path, range),
      related: parameter ? [{ message: 'The parameter stands here.', at: parameter.at }] : [],
      fix: parameter && replaceInText(path, range, renameCapture(parameter.name)),
    },
  );
}

function renameCapture(name: string): { readonly title: string; readonly text: string } {
  return { title: `Rename the capture to {${name}}`, text: `{${name}}` };
}
