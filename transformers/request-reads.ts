// Determines from an application's code whether its views read the current request only before their first `await`. If so, no
// request has to be kept across an `await`, and the bundle does not need `AsyncLocalStorage` (docs/decisions/slim-bundle.md).
// If in doubt, the result is false.
import type { ViewBinding } from '../compiler/facts/bind-declarations.js';
import {
  isCalledByNobody,
  childOf,
  indexModule,
  type IndexedModule,
  type Node,
  typeOf,
} from './lone-views.js';

export type ReadModule = {
  readonly file: string;
  readonly text: string;
  readonly bindings: readonly ViewBinding[];
};

const WORD = 'currentRequest';

/**
 * Returns true if every read of the current request is in a view that only the runtime can call, before the view's first
 * `await`. `texts` contains the texts of the modules and of all other modules that use the framework.
 */
export function readsAtOnce(modules: readonly ReadModule[], texts: readonly string[]): boolean {
  const readers = modules.filter(({ text }) => text.includes(WORD));
  if (texts.filter((text) => text.includes(WORD)).length > readers.length) return false;
  return readers.every(({ file, text, bindings }) => {
    const index = indexModule(text, file);
    if (!index || index.mentions('eval').length > 0) return false;
    const others = texts.filter((one) => one !== text);
    const known = new Map<Node, boolean>();
    return index.mentions(WORD).every((mention) => {
      const view = readerOf(index, mention);
      if (!view) return false;
      const isAlone = known.get(view) ?? isCalledByNobody(view, { index, bindings, text, others });
      known.set(view, isAlone);
      return isAlone;
    });
  });
}

/** Returns the function whose call runs `x.currentRequest` before its first `await`; undefined if the read may run later. */
function readerOf(index: IndexedModule, mention: Node): Node | undefined {
  const { parents, rangeOf } = index;
  const read = parents.get(mention);
  if (!read || typeOf(read) !== 'MemberExpression' || childOf(read, 'property') !== mention)
    return undefined;
  let isOutOfOrder = false;
  let inner = read;
  for (let outer = parents.get(inner); outer; outer = parents.get(inner)) {
    isOutOfOrder ||= OUT_OF_ORDER.test(typeOf(outer));
    if (STARTS_LATER.test(typeOf(outer))) return undefined;
    if ('generator' in outer) {
      if (outer['generator'] !== false || childOf(outer, 'body') !== inner) return undefined;
      const body = rangeOf(inner);
      const waits = outer['async'] === false ? [] : waitsOf(index, body);
      const isFirst = waits.every((end) => end > rangeOf(read).start);
      return isFirst && !(isOutOfOrder && waits.length > 0) ? outer : undefined;
    }
    inner = outer;
  }
  return undefined;
}

/**
 * Statements whose parts do not run in source order: a loop runs again after an `await`, a case may run after the tests of
 * later cases, and the default values in a pattern run after the value on its right.
 */
const OUT_OF_ORDER = /^(?:(?:For(?:In|Of)?|While|DoWhile|Switch)Statement|\w*Pattern\w*)$/;

/** Code outside functions that runs later than its position in the source suggests. */
const STARTS_LATER = /^(?:Class\w*|PrivateProperty|AutoAccessor|Constructor|StaticBlock)$/;

type Range = ReturnType<IndexedModule['rangeOf']>;

/** Returns the offsets after which an `await` has happened: the end of each operand, because the operand is evaluated first. */
function waitsOf({ typed, rangeOf }: IndexedModule, body: Range): readonly number[] {
  const isIn = ({ start, end }: Range): boolean => start >= body.start && end <= body.end;
  const loops = (typed.get('ForOfStatement') ?? []).filter((node) => node['await'] === true);
  const uses = (typed.get('UsingDeclaration') ?? []).filter((node) => node['isAwait'] === true);
  return [
    ...(typed.get('AwaitExpression') ?? [])
      .map(rangeOf)
      .filter(isIn)
      .map(({ end }) => end),
    ...[...loops, ...uses]
      .map(rangeOf)
      .filter(isIn)
      .map(({ start }) => start),
  ];
}
