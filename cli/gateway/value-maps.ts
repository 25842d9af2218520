// The two maps of headers and of query parameters in an event: the last value of each name, and all of them.

export type ValueMaps = {
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
};

/** Two maps without names. */
export function emptyMaps(): ValueMaps {
  return { single: {}, multi: {} };
}

/** Names come from outside: one like a member of Object is a name as any other. */
export function addValue(maps: ValueMaps, name: string, value: string): void {
  const values = Object.hasOwn(maps.multi, name) ? maps.multi[name] : undefined;
  setOwn(maps.single, name, value);
  if (values) values.push(value);
  else setOwn(maps.multi, name, [value]);
}

function setOwn<T>(map: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') map[name] = value;
  else
    Object.defineProperty(map, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
