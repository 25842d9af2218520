// A table of things that come and go thousands of times a second. A Map would do, but what a Map discards when it grows
// keeps the newer contents alive until the next full garbage collection, which then costs more than all of serving.

export type Slots<T> = {
  /** The index of a free slot, which must be filled. */
  readonly next: () => number;
  readonly put: (slot: number, item: T) => void;
  readonly get: (slot: number) => T | undefined;
  /** Frees a slot that is taken. */
  readonly free: (slot: number) => void;
  readonly size: () => number;
  /** What is in the table, in the order of the slots. */
  readonly items: () => T[];
};

/** Makes an empty table. */
export function createSlots<T>(): Slots<T> {
  const table: (T | undefined)[] = [];
  const vacant: number[] = [];
  let size = 0;
  return {
    next: () => vacant.pop() ?? table.length,
    put: (slot, item) => {
      table[slot] = item;
      size += 1;
    },
    get: (slot) => table[slot],
    free: (slot) => {
      table[slot] = undefined;
      vacant.push(slot);
      size -= 1;
    },
    size: () => size,
    items: () => table.filter((item) => item !== undefined),
  };
}
