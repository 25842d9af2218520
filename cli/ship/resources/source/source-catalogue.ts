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

export const sourceElsewhere: CatalogueEntry<{
  readonly kind: SourceWord;
  readonly name: string;
  /** `region us-east-1` */
  readonly place: string;
  readonly own: string;
}> = {
  code: 'FW6261',
  severity: 'error',
  title: 'A source of events is in another region or account',
  message: ({ kind, name, place, own }) =>
    `The ${kind} ${code(name)} is in the ${place}, and the stage in the ${own}.`,
  hint: ({ kind }) =>
    `Deploy the stage there (\`--region\`), or send what the ${kind} gets on to one that is here.`,
};
