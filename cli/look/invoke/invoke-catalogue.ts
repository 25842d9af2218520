// FW62: problems that `framework invoke` finds before it calls a function.
import { code, didYouMean, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export const payloadNotJson: CatalogueEntry<{
  /** `--payload`, a file name in backticks, or standard input. */
  readonly source: string;
  readonly reason: string;
}> = {
  code: 'FW6231',
  severity: 'error',
  title: 'The payload is not JSON',
  message: ({ source, reason }) => `The payload of ${source} is not JSON: ${reason}.`,
  hint: () => 'In a shell, put JSON in single quotes, or pass a file with `--payload-file`.',
};

export const payloadUnreadable: CatalogueEntry<{
  readonly file: string;
  readonly reason: string;
}> = {
  code: 'FW6232',
  severity: 'error',
  title: 'The file cannot be read',
  message: ({ file, reason }) => `${code(file)} cannot be read: ${reason}.`,
  hint: () => 'Paths are relative to the current directory; `-` is standard input.',
};

export const noSuchRoute: CatalogueEntry<{
  readonly method: string;
  readonly path: string;
  /** The nearest route, as part of a sentence; undefined if the application has no routes. */
  readonly nearest: string | undefined;
}> = {
  code: 'FW6233',
  severity: 'error',
  title: 'No route matches the request',
  message: ({ method, path }) => `No route matches ${code(`${method} ${path}`)}.`,
  hint: ({ nearest }) =>
    nearest === undefined
      ? 'The application has no routes: pass the name of a lambda function instead of `--path`.'
      : `${nearest[0]?.toUpperCase() ?? ''}${nearest.slice(1)}.`,
};

export const noSuchFunction: CatalogueEntry<{
  readonly name: string;
  readonly nearest: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW6234',
  severity: 'error',
  title: 'The application has no such function',
  message: ({ name }) => `There is no lambda function ${code(name)}.`,
  hint: ({ nearest, known }) =>
    known.length === 0
      ? 'The application has none; call a route with `--path`.'
      : didYouMean(nearest, known),
};

export const noSource: CatalogueEntry<{
  readonly name: string;
  /** The functions that have an event source. */
  readonly others: readonly string[];
}> = {
  code: 'FW6235',
  severity: 'error',
  title: 'Nothing sends events to the function',
  message: ({ name }) => `Nothing sends events to ${code(name)}, so it has no sample event.`,
  hint: ({ others }) =>
    others.length === 0
      ? 'Pass the event itself with `--payload` or `--payload-file`.'
      : `Pass the event with \`--payload\`, or call a function that has an event source: ${others.map(code).join(', ')}.`,
};
