// The two maps that an event has of headers and of query parameters: the last value of each name, and all values.

export type ValueMaps = {
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
};

/** Creates two empty maps. */
export function emptyMaps(): ValueMaps {
  return { single: {}, multi: {} };
}

/** Adds a value. A name such as `constructor` or `__proto__` is treated as any other name. */
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
