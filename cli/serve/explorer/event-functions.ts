// Finds the functions of a build that have event sources, and creates a sample event for each source.
import { addTo } from '../../../compiler/groups.js';
import { throughJson } from '../../../compiler/json-values.js';
import { sourceWords } from '../events/local-kinds.js';
import { sampleEvent, findSources } from '../events/bound-sources.js';
import type { BuiltApp } from '../local/builder.js';
import { type EventFunction, type EventOrigin, functionId } from './explorer-document.js';

/** Returns the functions in manifest order. */
export function eventFunctionsOf({
  manifest,
  config,
  sources: bound,
}: Pick<BuiltApp, 'manifest' | 'config' | 'sources'>): readonly EventFunction[] {
  const origins = new Map<string, EventOrigin[]>();
  for (const source of findSources(manifest, config)) {
    const { function: name, kind } = source.entry;
    const sample = JSON.stringify(throughJson(sampleEvent(source, { bound })), null, 2);
    addTo(origins, name, { kind, title: sourceWords(source), sample });
  }
  return manifest.functions.flatMap(({ name, view, class: owner, at }) => {
    const own = origins.get(name);
    if (!own) return [];
    const location = owner === undefined ? view : `${owner}.${view}`;
    return [{ id: functionId(name), name, view: location, origins: own, at }];
  });
}
