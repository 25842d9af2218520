// FW626x: event sources that do not exist, or that a function cannot use.
import { code, type CatalogueEntry } from '../../../../compiler/diagnostics/diagnostic.js';
import { type SourceDeclaration, declaredText } from './invokers.js';

/** A kind of source that the CLI does not create, with its wording for messages. */
export type SourceWords = {
  readonly kind: string;
  /** A command that creates such a source. */
  readonly make: string;
  /** What to do if the source is in another region or account. */
  readonly move: string;
};

export const missingSource: CatalogueEntry<{
  readonly words: SourceWords;
  readonly name: string;
  readonly region: string;
  readonly declared: SourceDeclaration;
}> = {
  code: 'FW6260',
  severity: 'error',
  title: 'A declared event source is missing',
  message: ({ words, name, region, declared }) =>
    `The ${words.kind} ${code(name)}, which ${declaredText(declared)} names, does not exist in ${region}.`,
  hint: ({ words }) =>
    `Write the name of an existing one, or create it first (\`${words.make}\`). Nothing was changed.`,
};

export const sourceElsewhere: CatalogueEntry<{
  readonly words: SourceWords;
  readonly name: string;
  /** `the region us-east-1` */
  readonly place: string;
  readonly own: string;
  readonly declared: SourceDeclaration;
}> = {
  code: 'FW6261',
  severity: 'error',
  title: 'An event source is in another region or account',
  message: ({ words, name, place, own, declared }) =>
    `The ${words.kind} ${code(name)} is in ${place}, but the stage is in ${own}: ${declaredText(declared)} cannot be connected to it.`,
  hint: ({ words }) => `${words.move} Nothing was changed.`,
};
