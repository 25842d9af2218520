// FW30: types of inputs. FW31: what is missing from the description of an application. This is not an error in the application.
import { code, type CatalogueEntry, type NoData } from '../diagnostics/diagnostic.js';
import type { Refusal } from './refusals.js';

export const unreadType: CatalogueEntry<Refusal & { readonly text: string }> = {
  code: 'FW3001',
  severity: 'error',
  title: 'Part of a type is not supported',
  message: ({ text, why }) => `The type ${code(text)} is not supported: ${why}.`,
  hint: ({ instead }) => instead,
};

export const unnamedSchema: CatalogueEntry<{ readonly name: string; readonly file: string }> = {
  code: 'FW3007',
  severity: 'error',
  title: 'The schema of an input is not imported as a value',
  message: ({ name, file }) =>
    `${code(name)} validates an input of a view in ${code(file)}, but ${code(file)} does not import ${code(name)} as a value.`,
  hint: ({ name }) =>
    `Import ${code(name)} there without ${code('type')}, because its validator runs for each request.`,
};

export const unknownAnswer: CatalogueEntry<{ readonly view: string }> = {
  code: 'FW3101',
  severity: 'warning',
  title: 'The response of a view is not fully known',
  message: ({ view }) =>
    `What ${code(view)} returns cannot be fully determined from the source, so the OpenAPI document does not describe all of it.`,
  hint: ({ view }) =>
    `Declare its return type, as in ${code(`${view}(...): Answer { ... }`)}, or \`unknown\` for any value.`,
};

export const unknownFormat: CatalogueEntry<NoData> = {
  code: 'FW3103',
  severity: 'warning',
  title: 'The type of an error format is unknown',
  message: () =>
    'This error format has no type argument, so the OpenAPI document does not describe the error bodies.',
  hint: () => 'Write the type of the bodies: `errorFormat<Failure>({ ... })`.',
};

export const sameOperationId: CatalogueEntry<{
  readonly id: string;
  readonly class: string | undefined;
}> = {
  code: 'FW3105',
  severity: 'error',
  title: 'Two views have the same operationId',
  message: ({ id }) =>
    `${code(id)} is also the name of another view in the OpenAPI document and the client.`,
  hint: ({ id, class: owner }) =>
    `Rename ${owner === undefined ? 'the view' : `the view or ${code(owner)}`}, or write ${code(`@operationId other${id.charAt(0).toUpperCase()}${id.slice(1)}`)} in the comment before the view.`,
};

export const unreadTag: CatalogueEntry<{
  readonly tag: string;
  readonly why: string;
  readonly instead: string;
}> = {
  code: 'FW3104',
  severity: 'warning',
  title: 'A comment tag is not in the OpenAPI document',
  message: ({ tag, why }) => `\`@${tag}\` ${why}, so the OpenAPI document omits it.`,
  hint: ({ instead }) => instead,
};

export const widenedSchema: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3102',
  severity: 'warning',
  title: 'Part of a schema is not in the OpenAPI document',
  message: ({ name }) =>
    `The OpenAPI document does not describe what ${code(name)} checks or changes, so it allows more values than the schema does.`,
  hint: () =>
    'You do not need to do anything: the validator of the schema itself runs for each request.',
};
