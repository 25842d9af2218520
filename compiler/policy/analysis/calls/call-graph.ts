// Determines which lambda functions reach a use of the SDK. Code that runs when the modules are loaded counts for all of them.
// A function in the source counts for the lambda functions whose views call it, directly or indirectly. If not all callers of a
// function are known, it counts for every lambda function, or for those that reach the code around it. Each lambda function is
// a separate process, so none of them can call a function that another one stores.
import { valueFor, wordSet } from '../../../groups.js';
import type { Analysis, Node, ClassParts, FunctionToken } from '../model.js';
import { listen } from '../values/value-graph.js';

/**
 * Returns the names of the lambda functions that reach a function in the source; undefined if all of them do, or if a call may
 * have been missed. For `undefined`, returns those that reach the code that runs when modules are loaded.
 */
export type Reach = (token: FunctionToken | undefined) => readonly string[] | undefined;

export function findReach(analysis: Analysis): Reach {
  const names = [...new Set([...(analysis.views?.values() ?? [])].flat())].toSorted();
  if (names.length < 2) return () => undefined;
  const called = new Set([...analysis.calls.values()].flatMap((to) => [...to]));
  const isOrphan = (token: FunctionToken): boolean =>
    !called.has(token) && !analysis.viewNames.has(token);
  const calls = callsOf(analysis, isOrphan);
  const reached = names.map((name) => {
    const views = [...analysis.viewNames]
      .filter(([, own]) => own.has(name))
      .map(([token]) => token);
    return { name, tokens: closure(calls, [undefined, ...views]) };
  });
  return (token) => {
    const reaching = reached.filter(({ tokens }) => tokens.has(token)).map(({ name }) => name);
    // If nothing seems to reach the code, a call was missed.
    const isTold = reaching.length > 0 && reaching.length < names.length;
    return isTold ? reaching : undefined;
  };
}

export type Calls = ReadonlyMap<FunctionToken | undefined, ReadonlySet<FunctionToken>>;

/** Includes calls that the source does not show: to functions passed to other code or selected by `isCalledUnseen`. */
export function callsOf(
  { calls, functions }: Analysis,
  isCalledUnseen: (token: FunctionToken) => boolean = () => false,
): Calls {
  const all = new Map([...calls].map(([from, to]) => [from, new Set(to)]));
  for (const token of functions.values()) {
    const isGiven = token.isLent || token.hasEscaped || token.isHidden;
    if (!isGiven && !isCalledUnseen(token)) continue;
    valueFor(all, token.parent, () => new Set<FunctionToken>()).add(token);
  }
  return all;
}

export function closure<Item>(
  links: ReadonlyMap<Item, Iterable<Item>>,
  roots: Iterable<Item>,
): Set<Item> {
  const reached = new Set(roots);
  for (const one of reached) for (const next of links.get(one) ?? []) reached.add(next);
  return reached;
}

/** Members that JavaScript calls implicitly: in templates, comparisons, loops, `await` and `JSON.stringify`. */
const CALLED_BY_LANGUAGE = wordSet('toString toLocaleString valueOf toJSON then next return throw');

/** Marks the functions that JavaScript may call as this member. A computed name may be a symbol such as `Symbol.iterator`. */
export function noteMember(name: string | undefined, value: Node): void {
  if (name !== undefined && !CALLED_BY_LANGUAGE.has(name)) return;
  listen(value, (token) => {
    if (token.kind === 'function') token.isHidden = true;
  });
}

/** Records that the framework creates instances of a class with views. */
export function noteMade(made: ClassParts): void {
  const { constructs, base } = made;
  if (made.isMade) return;
  made.isMade = true;
  if (constructs) constructs.isHidden = true;
  if (!base) return;
  listen(base, (token) => {
    if (token.kind === 'object' && token.made) noteMade(token.made);
  });
}
