// Finds the event sources of an application, with the names that its configuration gives them.
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { boundName } from '../../../compiler/kinds/event/source-name.js';
import type { ResourceType } from '../../../runtime/contract/resources.js';
import {
  readSource,
  type SourceReference,
  sourcesIn,
  sourceText,
} from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { LocalSource } from './local-kind.js';

/** The sources of all functions, in the order of the manifest. */
export function findSources(
  { events = [] }: Manifest,
  config: Pick<StageConfig, 'functionConfig'>,
): readonly LocalSource[] {
  return events.map((entry) => {
    const [reference] = sourcesIn(entry);
    const text = reference && nameOf(reference, entry.function, config);
    const source = text === undefined ? undefined : reference && readSource(reference.kind, text);
    const { region = '', account = '' } = source?.arn ?? {};
    return {
      entry,
      // The name of a table's stream is `<table>/<stream>`.
      name: source?.name.split('/')[0],
      ...(reference && 'resource' in reference.name && { declared: reference.name.resource }),
      place: { ...(region !== '' && { region }), ...(account !== '' && { account }) },
    };
  });
}

/** A declared resource has the name that its variable holds on this machine. */
function nameOf(
  { kind, name }: SourceReference,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): string | undefined {
  if (!('resource' in name)) return sourceText(name, functionKey, config);
  const bound = boundName(name, kind as ResourceType); // because only such a source may be a resource
  return sourceText(bound, functionKey, config) ?? name.resource;
}
