// Views in modules that are not evaluated when the application is loaded, each module told once, with the import to write.
import { posix } from 'node:path';
import type { ReadProblem, UnimportedUse } from '../declarations/app-facts.js';
import { findFirstView } from './first-view.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { shortText } from './unknown-value.js';
import { specifierFrom } from './unreached-views.js';

type Place = { readonly root: string; readonly entry: string };

/** The first view of each such module. */
export function lostViews(program: Program, { root, entry }: Place): readonly ReadProblem[] {
  const { modules, later, dropped } = program.graph;
  const problemOf = (
    target: LoadedModule,
    use: UnimportedUse,
    written: { readonly importer: string; readonly specifier: string },
  ): (ReadProblem & { readonly kind: 'unimported-view' }) | undefined => {
    const view = findFirstView(program, target);
    if (!view) return undefined;
    const { span } = view.call;
    const at = target.record.source.spanOf(span);
    return { kind: 'unimported-view', use, text: shortText(target, span), ...written, at };
  };
  const inLater = later.flatMap((module) => {
    const specifier = specifierFrom(modules.get(entry), posix.relative(root, module.path));
    const written = { importer: posix.basename(entry), specifier };
    return problemOf(module, 'lazy-module', written) ?? [];
  });
  const inDropped = dropped.flatMap(({ target, importer, request }) => {
    const written = { importer: importer.file, specifier: request.specifier };
    const problem = problemOf(target, 'dropped-import', written);
    return problem ? { ...problem, related: importer.record.source.spanOf(request.at) } : [];
  });
  return [...inLater, ...inDropped];
}
