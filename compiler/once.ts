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
