// Selects the uses for the functions of a role: those that their code reaches, when that is known.
import type { SdkUse, SdkUses, UnresolvedUse } from './sdk-use.js';

export type RelevantUses = {
  readonly uses: readonly SdkUse[];
  readonly unresolved: readonly UnresolvedUse[];
  /** Functions whose code could not be separated, so that all uses count for them. */
  readonly notSeparated: readonly string[];
};

/** Selects the uses; those of all functions when `functions` is undefined. */
export function relevantUses(
  { uses, unresolved, reachedBy }: SdkUses,
  functions: readonly string[] | undefined,
): RelevantUses {
  if (functions === undefined) return { uses, unresolved, notSeparated: [] };
  const modulesOf = (name: string): readonly string[] | undefined =>
    Object.hasOwn(reachedBy, name) ? reachedBy[name] : undefined;
  const isReached = (file: string, name: string): boolean =>
    modulesOf(name)?.includes(file) !== false;
  const relevant = uses.filter((use) =>
    functions.some((name) => use.reachedBy?.includes(name) !== false && isReached(use.file, name)),
  );
  const isSeparated = uses.length === 0 || uses.some((use) => use.reachedBy !== undefined);
  return {
    uses: relevant,
    unresolved: unresolved.filter(({ at }) => functions.some((name) => isReached(at.file, name))),
    notSeparated: isSeparated ? [] : functions.filter((name) => modulesOf(name) === undefined),
  };
}
