// Imports that only `paths` of a tsconfig can give a meaning, because no package is called so.

/** Tells whether a specifier is one of `@/lib/z`, `~/lib/z` and `~lib/z`. */
export function isAlias(specifier: string): boolean {
  return /^(?:@\/|~)/.test(specifier);
}
