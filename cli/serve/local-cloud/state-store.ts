// The state of all services as one piece of data: what a cloud keeps when it is told to, and begins with when it starts again.
// A part is plain data (Map, Set, array, object, Buffer), so that `v8.serialize` writes it whole.

export type StateStore = {
  /** The part of this name, as it was kept, or a fresh one. Services change it in place. */
  readonly part: <State>(name: string, fresh: () => State) => State;
  /** A part that is a map of what has names. */
  readonly map: <Value>(name: string) => Map<string, Value>;
  /** A part that is no plain data: it is asked for what to keep, and reads that with `part`. */
  readonly saveWith: (name: string, save: () => unknown) => void;
  /** Everything, by name. */
  readonly all: () => ReadonlyMap<string, unknown>;
};

export function createStateStore(kept: ReadonlyMap<string, unknown> = new Map()): StateStore {
  const parts = new Map(kept);
  const savers = new Map<string, () => unknown>();
  const part = <State>(name: string, fresh: () => State): State => {
    if (!parts.has(name)) parts.set(name, fresh());
    return parts.get(name) as State; // because the part of a name has one type
  };
  return {
    part,
    map: (name) => part(name, () => new Map()),
    saveWith: (name, save) => {
      savers.set(name, save);
    },
    all: () => {
      for (const [name, save] of savers) parts.set(name, save());
      return parts;
    },
  };
}

/** The same for the parts of one region, whose names begin with it. */
export function regionalStore(store: StateStore, region: string): StateStore {
  return {
    ...store,
    part: (name, fresh) => store.part(`${region}/${name}`, fresh),
    map: (name) => store.map(`${region}/${name}`),
    saveWith: (name, save) => {
      store.saveWith(`${region}/${name}`, save);
    },
  };
}
