// Follows a name across imports and re-exports. The caller says what a module exports by name and what an import means, because
// values and types differ in both.
import type { LoadedModule } from './module-graph.js';
import { NAMESPACE } from './scan-imports.js';

export type Imported = { readonly specifier: string; readonly name: string };

/** All exports of a module: `import * as x`. */
export type Namespace = { readonly kind: 'namespace'; readonly module: LoadedModule };

type Found<Answer> = { readonly kind: 'found'; readonly found: Answer };

/** What a name leads to, or where to look next. */
export type Step<Answer> =
  | Found<Answer>
  | ({ readonly kind: 'import'; readonly module: LoadedModule } & Imported)
  | { readonly kind: 'export'; readonly module: LoadedModule; readonly name: string };

export type Exports<Answer> = {
  /** The places that an export may come from, the most certain first; undefined when the module does not name it. */
  readonly named: (module: LoadedModule, name: string) => readonly Step<Answer>[] | undefined;
  /** Specifiers of `export * from`. */
  readonly stars: (module: LoadedModule) => readonly string[];
  /** The module of an import, or what the imported name is where no module can be followed. */
  readonly target: (
    importer: LoadedModule,
    imported: Imported,
  ) => { readonly kind: 'module'; readonly module: LoadedModule } | Found<Answer> | undefined;
};

/** Follows re-exports with a list instead of recursion, because a chain of them may be longer than the stack allows. */
export function followExports<Answer>(
  { named, stars, target }: Exports<Answer>,
  first: Step<Answer>,
): Answer | Namespace | undefined {
  // Modules may re-export each other in a circle.
  const seen = new Set<string>();
  const open: (Step<Answer> & { readonly isStar?: true })[] = [first];
  let guess: Answer | undefined;
  for (let step = open.pop(); step; step = open.pop()) {
    if (step.kind === 'found') return step.found;
    const { module, name } = step;
    if (step.kind === 'import') {
      const found = target(module, step);
      // A package may export any name. It is the answer only when no module of the project exports it.
      if (found?.kind === 'found' && step.isStar) guess ??= found.found;
      else if (found?.kind === 'found') return found.found;
      else if (found && name === NAMESPACE) return { kind: 'namespace', module: found.module };
      else if (found) open.push({ kind: 'export', module: found.module, name });
      continue;
    }
    const key = `${name} ${module.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = named(module, name);
    if (own) open.push(...own.toReversed());
    else if (name !== 'default') {
      for (const specifier of stars(module).toReversed())
        open.push({ kind: 'import', module, specifier, name, isStar: true });
    }
  }
  return guess;
}
