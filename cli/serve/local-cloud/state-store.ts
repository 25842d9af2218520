// The state of all services as one data structure, which `--keep` saves and the next start restores. A part is plain data (Map,
// Set, array, object, Buffer), so that `v8.serialize` can write it.

export type StateStore = {
  /** Returns the saved part with this name, or a new one. Services modify it in place. */
  readonly part: <State>(name: string, fresh: () => State) => State;
  /** Returns a part that is a map from names to values. */
  readonly map: <Value>(name: string) => Map<string, Value>;
  /** Registers a part that is not plain data: `save` returns what to store, and the service reads it back with `part`. */
  readonly saveWith: (name: string, save: () => unknown) => void;
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

/** Returns a view of the parts of one region, whose names begin with the region. */
export function regionalStore(store: StateStore, region: string): StateStore {
  return {
    ...store,
    part: (name, fresh) => store.part(`${region}/${name}`, fresh),
    map: (name) => store.map(`${region}/${name}`),
    saveWith: (name, save) => store.saveWith(`${region}/${name}`, save),
  };
}
