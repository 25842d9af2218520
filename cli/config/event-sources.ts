// The sources of events of a stage: the names and ARNs in the source, and those that environment variables hold, so that
// each stage can have its own (docs/decisions/static-values.md).
import type { SourceName } from '../../runtime/contract/events.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';
import {
  readSource,
  type Source,
  type SourceKind,
} from '../../compiler/declarations/source-forms.js';
import { entryOf, type StageConfig } from './stage-config.js';

export {
  readArn,
  readSource,
  type Source,
  sourceExamples,
  type SourceKind,
} from '../../compiler/declarations/source-forms.js';

/** A name in an entry, with the kind of the source that it names. */
export type SourceReference = { readonly kind: SourceKind; readonly name: SourceName };

/** The names in an entry: of its source, and of the destination of its failures. */
export function sourcesIn(entry: EventEntry): readonly SourceReference[] {
  switch (entry.kind) {
    case 'schedule':
      return [];
    case 'rule':
      return [{ kind: 'bus', name: entry.bus }];
    case 'sns':
      return [{ kind: 'topic', name: entry.topic }];
    case 's3':
      return [{ kind: 'bucket', name: entry.bucket }];
    case 'sqs':
      return [{ kind: 'queue', name: entry.queue }];
    case 'dynamodb': {
      const source = 'table' in entry ? entry.table : entry.streamArn;
      const kind = 'table' in entry ? 'table' : 'table stream';
      return [{ kind, name: source }, ...destinationOf(entry.onFailure)];
    }
    case 'kinesis':
      return [{ kind: 'stream', name: entry.stream }, ...destinationOf(entry.onFailure)];
  }
}

function destinationOf(name: SourceName | undefined): readonly SourceReference[] {
  return name ? [{ kind: 'destination', name }] : [];
}

/**
 * The source that a name stands for, for a function of a stage. The problems of names are found before
 * (`event-source-problems.ts`), so this cannot fail.
 */
export function resolveSource(
  { kind, name }: SourceReference,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): Source {
  const text = sourceText(name, functionKey, config);
  const source = text === undefined ? undefined : readSource(kind, text);
  if (!source) throw new Error(`A name of a ${kind} was not checked`);
  return source;
}

/** The text of a name; undefined when the function has no such variable. */
export function sourceText(
  name: SourceName,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): string | undefined {
  if ('text' in name) return name.text;
  const { settings } = config.functionConfig(functionKey);
  return entryOf(settings.environment_variables, name.variable);
}
