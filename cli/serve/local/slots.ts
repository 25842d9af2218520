// A table whose entries change thousands of times a second. A Map would grow and drop its old storage, which keeps
// newer entries alive until the next full garbage collection.

export type Slots<T> = {
  /** The index of a free slot, which the caller fills. */
  readonly next: () => number;
  readonly put: (slot: number, item: T) => void;
  readonly get: (slot: number) => T | undefined;
  /** Frees a slot. */
  readonly free: (slot: number) => void;
  readonly size: () => number;
  /** The entries in the order of their slots. */
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
