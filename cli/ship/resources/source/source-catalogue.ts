// FW626x: what sources of events want and do not find, or may not have.
import type { CatalogueEntry } from '../../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../../compiler/diagnostics/code-text.js';

/** What is not ours, and has to be there. */
export type SourceWord = 'event bus' | 'topic' | 'bucket';

const MAKE: Readonly<Record<SourceWord, string>> = {
  'event bus': 'aws events create-event-bus --name NAME',
  topic: 'aws sns create-topic --name NAME',
  bucket: 'aws s3 mb s3://NAME',
};

export const missingSource: CatalogueEntry<{
  readonly kind: SourceWord;
  readonly name: string;
  readonly region: string;
}> = {
  code: 'FW6260',
  severity: 'error',
  title: 'A source of events is not there',
  message: ({ kind, name, region }) => `There is no ${kind} ${code(name)} in ${region}.`,
  hint: ({ kind }) =>
    `Write the name of one that exists, or make it first (\`${MAKE[kind]}\`). Nothing was changed.`,
};
