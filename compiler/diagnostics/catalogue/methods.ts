// FW22: the HTTP methods of a route (specification 4.1).
import type { CatalogueEntry, NoData } from '../catalogue-entry.js';
import { code, codeList, didYouMean } from '../code-text.js';

export const methodsType: CatalogueEntry<{
  readonly found: string;
  readonly value: string | undefined;
}> = {
  code: 'FW2201',
  severity: 'error',
  title: 'methods is not a list',
  message: ({ found }) => `\`methods\` must be a list, and this is ${found}.`,
  hint: ({ value }) => `Write ${code(`methods: ['${value?.toUpperCase() ?? 'GET'}']`)}.`,
};

export const methodsEmpty: CatalogueEntry<NoData> = {
  code: 'FW2202',
  severity: 'error',
  title: 'methods is empty',
  message: () => '`methods` is an empty list, so the view would never be called.',
  hint: () => 'List the methods, or leave the option out for GET.',
};

export const methodType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2203',
  severity: 'error',
  title: 'An item of methods is not a text',
  message: ({ found }) => `An item of \`methods\` must be a text, and this is ${found}.`,
};

export const unknownMethod: CatalogueEntry<{
  readonly method: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW2204',
  severity: 'error',
  title: 'An HTTP method is unknown',
  message: ({ method }) => `${code(method)} is not an HTTP method that a route can have.`,
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
  hint: () => 'Remove one of them.',
};

export const overlappingMethods: CatalogueEntry<{
  readonly method: string;
  readonly path: string;
  readonly view: string;
  readonly other: string;
}> = {
  code: 'FW2207',
  severity: 'error',
  title: 'Two views answer the same method of a path',
  message: ({ method, path, view, other }) =>
    view === other
      ? `${code(`${method} ${path}`)} is declared twice for the view ${code(view)}.`
      : `${code(`${method} ${path}`)} is declared for the view ${code(view)} and already for the view ${code(other)}.`,
  hint: () => 'Leave the method to one of them, or give one of them another path.',
};
