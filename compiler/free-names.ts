// Creates unique names for generated documents and code.

/** Returns the name itself if it is free. Otherwise appends the first free number, starting with 2: `listCities2`. */
export function numberedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}${String(count)}`)) count += 1;
  return `${name}${String(count)}`;
}

/** Returns the name, followed by as many `_` as are needed to make it unique. */
export function underlinedName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? underlinedName(`${name}_`, taken) : name;
}

export function decapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
