// Imports that only `paths` of a tsconfig.json can resolve, because no package has such a name.

/** Tells whether a specifier looks like `@/lib/z`, `~/lib/z` or `~lib/z`. */
export function isAlias(specifier: string): boolean {
  return /^(?:@\/|~)/.test(specifier);
}
