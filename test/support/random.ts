// Creates random choices that are the same for the same seed.

export type Random = {
  /** Returns an integer from 0 up to, but not including, the limit. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  readonly some: <Item>(items: readonly Item[], share: number) => Item[];
};

export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] ?? items[0],
    some: (items, share) => items.filter(() => next() < share),
  };
}
