// FW2013 to FW2015, FW22, FW24 and FW2612: the options of a route (specification 4.1).
import {
  code,
  codeList,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

export const routeOptionsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2013',
  severity: 'error',
  title: 'The options of a route are not an object',
  message: ({ found }) =>
    `The second argument of \`route\` must be an options object, but this is ${found}.`,
  hint: () => "Write `@app.route('/cities', { methods: ['GET', 'POST'] })`.",
};

export const unknownRouteOption: CatalogueEntry<UnknownOption> = {
  code: 'FW2014',
  severity: 'error',
  title: 'A route has an unknown option',
  message: ({ option }) => `\`route\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const extraRouteArgument: CatalogueEntry<NoData> = {
  code: 'FW2015',
  severity: 'error',
  title: 'route is called with more than two arguments',
  message: () => '`route` takes only a path and one options object.',
  hint: () => "Write `@app.route('/cities', { methods: ['GET'], cors: true })`.",
};

export const methodsType: CatalogueEntry<{
  readonly found: string;
  readonly value: string | undefined;
}> = {
  code: 'FW2201',
  severity: 'error',
  title: 'methods is not a list',
  message: ({ found }) => `\`methods\` must be a list, but this is ${found}.`,
  hint: ({ value }) => `Write ${code(`methods: ['${value?.toUpperCase() ?? 'GET'}']`)}.`,
};

export const methodsEmpty: CatalogueEntry<NoData> = {
  code: 'FW2202',
  severity: 'error',
  title: 'methods is empty',
  message: () => '`methods` is an empty list, so the view would never be called.',
  hint: () => 'List the methods, or omit the option to use GET.',
};

export const methodType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2203',
  severity: 'error',
  title: 'An HTTP method is not a string',
  message: ({ found }) => `Every item in \`methods\` must be a string, but this is ${found}.`,
};

export const unknownMethod: CatalogueEntry<{
  readonly method: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW2204',
  severity: 'error',
  title: 'An HTTP method is unknown',
  message: ({ method }) => `${code(method)} is not an HTTP method that routes support.`,
  hint: ({ method, suggestion, known }) =>
    ['ANY', '*', 'ALL'].includes(method.toUpperCase())
      ? `List each method: ${codeList(known)}.`
      : didYouMean(suggestion, known),
};

export const methodCase: CatalogueEntry<{ readonly method: string }> = {
  code: 'FW2205',
  severity: 'error',
  title: 'An HTTP method is not in upper case',
  message: ({ method }) => `The method ${code(method)} is not in upper case.`,
  hint: ({ method }) => `Write ${code(method.toUpperCase())}.`,
};

export const duplicateMethod: CatalogueEntry<{ readonly method: string }> = {
  code: 'FW2206',
  severity: 'error',
  title: 'A route lists a method twice',
  message: ({ method }) => `The method ${code(method)} is listed twice.`,
  hint: () => 'Remove the duplicate.',
};

export const overlappingMethods: CatalogueEntry<{
  readonly method: string;
  readonly path: string;
  readonly view: string;
  readonly other: string;
}> = {
  code: 'FW2207',
  severity: 'error',
  title: 'The same method of a path is declared twice',
  message: ({ method, path, view, other }) =>
    view === other
      ? `${code(`${method} ${path}`)} is declared twice for the view ${code(view)}.`
      : `${code(`${method} ${path}`)} is declared for the view ${code(view)}, but it is already declared for the view ${code(other)}.`,
  hint: () =>
    'Remove the method from one of the two declarations, or give one of them another path.',
};

export const contentTypesType: CatalogueEntry<{
  readonly found: string;
  readonly value: string | undefined;
}> = {
  code: 'FW2401',
  severity: 'error',
  title: 'contentTypes is not a list',
  message: ({ found }) => `\`contentTypes\` must be a list, but this is ${found}.`,
  hint: ({ value }) => `Write ${code(`contentTypes: ['${value ?? 'application/json'}']`)}.`,
};

export const contentTypesEmpty: CatalogueEntry<NoData> = {
  code: 'FW2402',
  severity: 'error',
  title: 'contentTypes is empty',
  message: () => '`contentTypes` is an empty list, so every request would be rejected.',
  hint: () => 'List the media types, or omit the option to accept `application/json`.',
};

export const mixedContentTypes: CatalogueEntry<{
  readonly binary: readonly string[];
  readonly text: readonly string[];
}> = {
  code: 'FW2405',
  severity: 'error',
  title: 'contentTypes mixes binary and non-binary media types',
  message: ({ binary, text }) =>
    `\`contentTypes\` mixes binary types (${codeList(binary)}) with non-binary types (${codeList(text)}).`,
  hint: () =>
    'Declare two views with different paths, or add the non-binary types to `app.api.binaryTypes`.',
};

export const apiKeyRequiredType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2612',
  severity: 'error',
  title: 'apiKeyRequired is neither true nor false',
  message: ({ found }) => `\`apiKeyRequired\` must be \`true\` or \`false\`, but this is ${found}.`,
};
