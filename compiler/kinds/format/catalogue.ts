// FW321: error formats, the option `errors` (docs/guide/errors.md).
import { code, type CatalogueEntry, type NoData } from '../../diagnostics/diagnostic.js';
import type { FoundText } from '../../values/decoded.js';
import type { UnknownOption } from '../../values/options.js';

export const formatType: CatalogueEntry<FoundText> = {
  code: 'FW3210',
  severity: 'error',
  title: 'errors is not an error format',
  message: ({ found }) => `\`errors\` must be an error format, but this is ${found}.`,
  hint: () =>
    'Create one: `export const failures = errorFormat<Failure>({ error: ({ code, message }) => ({ code, message }) });`.',
};

export const formatArguments: CatalogueEntry<NoData> = {
  code: 'FW3211',
  severity: 'error',
  title: 'The argument of errorFormat is not an options object',
  message: () => '`errorFormat(...)` takes one object.',
  hint: () => 'Write `errorFormat<Failure>({ invalidStatus: 422, error: (error) => ... })`.',
};

export const unknownFormatOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3212',
  severity: 'error',
  title: 'errorFormat receives an unknown option',
  message: ({ option }) => `\`errorFormat\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) =>
    suggestion === undefined
      ? `Its options are ${known.map(code).join(', ')}.`
      : `Did you mean ${code(suggestion)}?`,
};

export const invalidStatus: CatalogueEntry<FoundText> = {
  code: 'FW3213',
  severity: 'error',
  title: 'invalidStatus is not a status from 400 to 499',
  message: ({ found }) =>
    `\`invalidStatus\` must be a whole number from 400 to 499, but this is ${found}.`,
  hint: () => 'Write `invalidStatus: 422`, or omit it to use 400.',
};

export const formatFunction: CatalogueEntry<{
  readonly option: string;
  readonly found: string;
}> = {
  code: 'FW3214',
  severity: 'error',
  title: 'A part of an error format is not a function',
  message: ({ option, found }) => `${code(option)} must be a function, but this is ${found}.`,
  hint: ({ option }) =>
    option === 'invalid'
      ? 'Write `invalid: (problems) => ({ errors: problems })`.'
      : 'Write `error: ({ code, message }) => ({ code, message })`.',
};
