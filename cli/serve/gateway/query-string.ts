// Parses query strings like a REST API: `+` is a space, escapes are UTF-8, a name without `=` has an empty value, and the
// single-valued map contains the last value of a repeated name.

/** Returns true if every `%` of a query string is followed by two hexadecimal digits. */
export function isWellFormedQuery(query: string): boolean {
  return !query.includes('%') || !/%(?![0-9A-Fa-f]{2})/.test(query);
}

/** Returns undefined if the query string has no parameters. */
export function parseQuery(query: string): ValueMaps | undefined {
  if (query === '') return undefined;
  const maps = emptyMaps();
  let isEmpty = true;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    isEmpty = false;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    addValue(maps, name, equals < 0 ? '' : decode(pair.slice(equals + 1)));
  }
  return isEmpty ? undefined : maps;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/** Decodes escapes. Bytes that are not UTF-8 become U+FFFD. */
function decodeBytes(text: string): string {
  const latin1 = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(parseInt(digits, 16)),
    );
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

export type ValueMaps = {
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
};

export function emptyMaps(): ValueMaps {
  return { single: {}, multi: {} };
}

/** Adds a value under a name, which can also be `constructor` or `__proto__`. */
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
