// FW25: CORS of a route (specification 2.4, 4.5).
import {
  code,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

export const corsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2501',
  severity: 'error',
  title: 'cors is neither true, false nor a CORSConfig',
  message: ({ found }) =>
    `\`cors\` must be \`true\`, \`false\` or a \`CORSConfig\`, but this is ${found}.`,
  hint: () =>
    "Write `cors: true` or `cors: new CORSConfig({ allowOrigin: 'https://example.com' })`.",
};

export const corsArguments: CatalogueEntry<NoData> = {
  code: 'FW2502',
  severity: 'error',
  title: 'The argument of CORSConfig is not an object',
  message: () => '`new CORSConfig(...)` takes one object.',
  hint: () => "Write `new CORSConfig({ allowOrigin: 'https://example.com' })`.",
};

export const unknownCorsArgument: CatalogueEntry<UnknownOption> = {
  code: 'FW2503',
  severity: 'error',
  title: 'CORSConfig receives an unknown option',
  message: ({ option }) => `\`CORSConfig\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const corsArgumentType: CatalogueEntry<{
  readonly argument: string;
  readonly expected: string;
  readonly found: string;
}> = {
  code: 'FW2504',
  severity: 'error',
  title: 'An option of CORSConfig has the wrong type',
  message: ({ argument, expected, found }) =>
    `${code(argument)} of \`CORSConfig\` must be ${expected}, but this is ${found}.`,
};

export const maxAgeRange: CatalogueEntry<{ readonly value: number }> = {
  code: 'FW2505',
  severity: 'error',
  title: 'maxAge is not a whole number of seconds',
  message: ({ value }) =>
    `\`maxAge\` must be a whole number of seconds, 0 or more, but this is ${code(String(value))}.`,
  hint: () =>
    'Write `maxAge: 600` for ten minutes, or `maxAge: 0` if browsers should not cache preflight responses.',
};

export const anyOriginWithCredentials: CatalogueEntry<NoData> = {
  code: 'FW2506',
  severity: 'warning',
  title: 'Credentials are allowed for every origin',
  message: () =>
    'Browsers reject a response that allows both credentials and the origin `*`, so `allowCredentials` has no effect.',
  hint: () => "Name the origin: `allowOrigin: 'https://example.com'`.",
};

export const severalOrigins: CatalogueEntry<{ readonly origin: string }> = {
  code: 'FW2507',
  severity: 'warning',
  title: 'allowOrigin contains several origins',
  message: ({ origin }) =>
    `\`allowOrigin\` should be a single origin; browsers reject the list ${code(origin)}.`,
  hint: () =>
    'For several origins, omit `cors`, declare a view for `OPTIONS`, and return the origin of the request if you allow it.',
};

export const optionsWithCors: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW2508',
  severity: 'error',
  title: 'OPTIONS is listed on a route that has CORS',
  message: ({ path }) =>
    `The route ${code(path)} has \`cors\`, which adds \`OPTIONS\`, but its \`methods\` also list \`OPTIONS\`.`,
  hint: () =>
    "Remove `'OPTIONS'` from `methods`, or write `cors: false` to handle preflight requests yourself.",
};

export const differingCors: CatalogueEntry<{
  readonly path: string;
  readonly view: string;
  readonly other: string;
  readonly isMissing: boolean;
  readonly answersOptions: boolean;
}> = {
  code: 'FW2509',
  severity: 'error',
  title: 'Views on one path have different CORS configurations',
  message: ({ path, view, other, isMissing }) =>
    isMissing
      ? `The view ${code(view)} of ${code(path)} has no \`cors\`, but the view ${code(other)} has one.`
      : `The views ${code(view)} and ${code(other)} of ${code(path)} have different CORS configurations.`,
  hint: ({ other, answersOptions }) =>
    answersOptions
      ? `CORS adds \`OPTIONS\` to the path: remove this view, or write \`cors: false\` for ${code(other)} to handle preflight requests yourself.`
      : 'Use the same `cors` for all views of the path, for example a shared constant.',
};

export const oddOrigin: CatalogueEntry<{
  readonly origin: string;
  readonly corrected: string | undefined;
}> = {
  code: 'FW2510',
  severity: 'warning',
  title: 'allowOrigin is not an origin',
  message: ({ origin }) =>
    `No browser sends ${origin === '' ? 'an empty origin' : `the origin ${code(origin)}`}: an origin is a scheme and a host in lower case, with an optional port, and nothing else.`,
  hint: ({ corrected }) =>
    corrected === undefined
      ? "Write it as browsers do: `allowOrigin: 'https://example.com'`."
      : `Write ${code(corrected)}.`,
};
