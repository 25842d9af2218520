// The middleware in lists, with the lambda functions that run it: those of the views or functions that the list is for.
import type { AppFacts, ViewDeclaration } from '../declarations/app-facts.js';
import type { ModuleGraph } from '../facts/module-graph.js';
import { commonMiddleware } from '../kinds/app/app.js';
import { layerName, type Listed, middlewareOption } from '../kinds/middleware/middleware.js';
import { viewKindOf } from '../kinds/registry.js';
import { entryOf } from '../values/static-value.js';
import type { ListedLayer } from './analysis/calls/layers.js';

/** A blueprint with several places has its views, and so its lists, once for each place. */
export function listedLayers(facts: AppFacts, graph: ModuleGraph): readonly ListedLayer[] {
  const texts = new Map(
    [...graph.modules.values()].map(({ record }) => [record.source.file, record.source.text]),
  );
  return facts.views.flatMap((view) => {
    const name = viewKindOf(view.kind)?.functionOf(view);
    const functions = name === undefined ? [] : [name];
    const isRoute = view.kind === 'route';
    const around = { http: isRoute ? functions : [], event: isRoute ? [] : functions };
    return [...(commonMiddleware(facts, view.app) ?? []), ...ownMiddleware(view)].map(
      (listed): ListedLayer => {
        const { file, start } = listed.origin ?? listed.at;
        return { place: `${file}:${String(start)}`, name: layerName(listed, texts), around };
      },
    );
  });
}

/** The option's list, with the lists of the blueprints around it. */
function ownMiddleware({ options }: ViewDeclaration): readonly Listed[] {
  const value = entryOf(options, 'middleware')?.value;
  return (value && OPTION.decode(value).value) ?? [];
}

const OPTION = middlewareOption('both', '');
