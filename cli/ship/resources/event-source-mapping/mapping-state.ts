// Event source mappings in the states of a stage: each lets Lambda read a queue or a stream and call a function with the
// records. AWS identifies a mapping by an id. A stage identifies it by function and source, which have one mapping at most.
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudMapping, MappingSettings } from '../../../cloud/mappings/mapping-calls.js';
import type { Source } from '../../../config/event-sources.js';
import { POLLED_KINDS } from '../../polled-sources/registry.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Declared } from '../event-source/declared.js';

export type DesiredMapping = {
  readonly functionName: string;
  readonly source: Source;
  readonly settings: MappingSettings;
  /** The position of the first read of a stream; undefined for a queue. */
  readonly startingPosition: string | undefined;
  /** The tags of a mapping that the deploy creates. */
  readonly tags: Tags;
  /** The time-out of the function, in seconds. */
  readonly timeout: number;
  readonly declared: Declared;
};

export type FoundMapping = CloudMapping & {
  readonly functionName: string;
  /** Whether its tags name the stage; undefined for a desired mapping, whose tags are not read. */
  readonly isOurs: boolean | undefined;
};

export type MappingChange =
  | { readonly action: 'create'; readonly mapping: DesiredMapping; readonly notes: Notes }
  | {
      readonly action: 'update';
      readonly mapping: DesiredMapping;
      readonly observed: FoundMapping;
      readonly fields: readonly FieldChange[];
      readonly notes: Notes;
    }
  /** Lambda cannot change the starting position of a mapping, so the mapping is replaced. */
  | {
      readonly action: 'replace';
      readonly mapping: DesiredMapping;
      readonly observed: FoundMapping;
      readonly fields: readonly FieldChange[];
      readonly notes: Notes;
    }
  | {
      readonly action: 'unchanged';
      readonly mapping: DesiredMapping;
      readonly observed: FoundMapping;
    }
  | { readonly action: 'delete'; readonly observed: FoundMapping };

/** Hints about the source for the person who deploys. */
export type Notes = readonly string[];

export function sourceId({ kind, name, arn }: Source): string {
  return arn ? arn.text : `${kind} ${name}`;
}

/** `queue orders`. */
export function sourceText({ kind, name }: Source): string {
  return `${kind} ${name}`;
}

/** The same text for a source that is known only by its ARN. */
export function sourceTextOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  const resource = rest.join(':');
  const [, name = resource] = resource.split('/');
  const noun = POLLED_KINDS.find((kind) => kind.service === service)?.noun ?? 'stream';
  return `${noun} ${name}`;
}

/** The name of a mapping in plans and steps: `queue orders of helloworld-dev-order`. */
export function mappingName(change: MappingChange): string {
  return change.action === 'delete'
    ? `${sourceTextOf(change.observed.sourceArn)} of ${change.observed.functionName}`
    : `${sourceText(change.mapping.source)} of ${change.mapping.functionName}`;
}
