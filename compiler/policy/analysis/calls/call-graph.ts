// Which functions of the application reach a use. Code that runs when the modules are loaded runs in all of them; a function of
// the source runs where a view calls it, directly or through others. A function whose calls are not all known counts for every
// cloud function, or for those that reach the code around it. Each cloud function is a separate process, so none can call what
// another one keeps.
import type { Analysis } from '../analysis.js';
import { listen, type Node } from '../values/value-graph.js';
import type { ClassParts, FunctionToken } from '../values/token.js';

/** The names of the functions that reach each function of the source; undefined is what runs when modules are loaded. */
export type Reach = (token: FunctionToken | undefined) => readonly string[] | undefined;

export function findReach(analysis: Analysis): Reach {
  const names = [...new Set([...(analysis.views?.values() ?? [])].flat())].toSorted();
  if (names.length < 2) return () => undefined;
  const calls = withHiddenCalls(analysis);
  const reached = names.map((name) => ({ name, tokens: closure(calls, rootsOf(analysis, name)) }));
  return (token) => {
    const reaching = reached.filter(({ tokens }) => tokens.has(token)).map(({ name }) => name);
    // Code that nothing reaches may have a call that was not seen.
    const isTold = reaching.length > 0 && reaching.length < names.length;
    return isTold ? reaching : undefined;
  };
}

type Calls = ReadonlyMap<FunctionToken | undefined, ReadonlySet<FunctionToken>>;

/** Adds calls that cannot be seen: of functions that are handed away, and of functions without a call by name. */
function withHiddenCalls(analysis: Analysis): Calls {
  const { calls, viewNames } = analysis;
  const called = new Set([...calls.values()].flatMap((to) => [...to]));
  return callsOf(analysis, (token) => !called.has(token) && !viewNames.has(token));
}

/** The calls of each function, also those that cannot be seen. */
export function callsOf(
  { calls, functions }: Analysis,
  isCalledUnseen: (token: FunctionToken) => boolean = () => false,
): Calls {
  const all = new Map([...calls].map(([from, to]) => [from, new Set(to)]));
  for (const token of functions.values()) {
    const isGiven = token.isLent || token.hasEscaped || token.isHidden;
    if (!isGiven && !isCalledUnseen(token)) continue;
    const from = all.get(token.parent);
    if (from) from.add(token);
    else all.set(token.parent, new Set([token]));
  }
  return all;
}

function rootsOf({ viewNames }: Analysis, name: string): readonly (FunctionToken | undefined)[] {
  const views = [...viewNames].filter(([, names]) => names.has(name)).map(([token]) => token);
  return [undefined, ...views];
}

/** The roots and all that links lead to from there, such as everything that runs when the roots do. */
export function closure<Item>(
  links: ReadonlyMap<Item, Iterable<Item>>,
  roots: Iterable<Item>,
): Set<Item> {
  const reached = new Set(roots);
  for (const one of reached) for (const next of links.get(one) ?? []) reached.add(next);
  return reached;
}

/** Members that the language calls: in templates, comparisons, loops, `await` and `JSON.stringify`. */
const CALLED_BY_LANGUAGE: ReadonlySet<string> = new Set(
  'toString toLocaleString valueOf toJSON then next return throw'.split(' '),
);

/** Notes what is written into a member; those whose names are computed may be symbols of the language. */
export function noteMember(name: string | undefined, value: Node): void {
  if (name !== undefined && !CALLED_BY_LANGUAGE.has(name)) return;
  listen(value, (token) => {
    if (token.kind === 'function') token.isHidden = true;
  });
}

/** The framework creates the instances of a class with views. */
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
