/** Returns the items for each key. Keys and items keep their order. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Returns the value for a key. It is created for the first call with this key. */
export function valueFor<Key, Value>(
  values: {
    readonly get: (key: Key) => Value | undefined;
    readonly set: (key: Key, value: Value) => unknown;
  },
  key: Key,
  create: () => Value,
): Value {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = create()));
  return value;
}

/** Returns a function that calls `compute` the first time only, and returns the result each time. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Returns a function that computes its result only once for each object. */
export function oncePer<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (!value) known.set(key, (value = compute(key)));
    return value;
  };
}

/** Returns the words of texts as a set. */
export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.join(' ').split(' '));
}

/** Compares strings by UTF-16 code units, because locale order may differ between machines. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
