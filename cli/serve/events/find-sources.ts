// Finds the event sources of an application, with the names that its configuration gives them.
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { readSource, sourcesIn, sourceText } from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { LocalSource } from './local-kind.js';

/** The sources of all functions, in the order of the manifest. */
export function findSources(
  { events = [] }: Manifest,
  config: Pick<StageConfig, 'functionConfig'>,
): readonly LocalSource[] {
  return events.map((entry) => {
    const [reference] = sourcesIn(entry);
    const text = reference && sourceText(reference.name, entry.function, config);
    const source = text === undefined ? undefined : reference && readSource(reference.kind, text);
    const { region = '', account = '' } = source?.arn ?? {};
    return {
      entry,
      // The name of a table's stream is `<table>/<stream>`.
      name: source?.name.split('/')[0],
      place: { ...(region !== '' && { region }), ...(account !== '' && { account }) },
    };
  });
}
