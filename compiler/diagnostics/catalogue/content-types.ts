// FW24: media types, of routes and of the application (specification 4.1, 4.4).
import type { CatalogueEntry, NoData } from '../catalogue-entry.js';
import { code, codeList } from '../code-text.js';

export const contentTypesType: CatalogueEntry<{
  readonly found: string;
  readonly value: string | undefined;
}> = {
  code: 'FW2401',
  severity: 'error',
  title: 'contentTypes is not a list',
  message: ({ found }) => `\`contentTypes\` must be a list, and this is ${found}.`,
  hint: ({ value }) => `Write ${code(`contentTypes: ['${value ?? 'application/json'}']`)}.`,
};

export const contentTypesEmpty: CatalogueEntry<NoData> = {
  code: 'FW2402',
  severity: 'error',
  title: 'contentTypes is empty',
  message: () => '`contentTypes` is an empty list, so every request would be refused.',
  hint: () => 'List the media types, or leave the option out for `application/json`.',
};

export const mediaTypeType: CatalogueEntry<{ readonly list: string; readonly found: string }> = {
  code: 'FW2403',
  severity: 'error',
  title: 'A media type is not a text',
  message: ({ list, found }) => `An item of ${code(list)} must be a text, and this is ${found}.`,
};

export const invalidMediaType: CatalogueEntry<{
  readonly list: string;
  readonly mediaType: string;
}> = {
  code: 'FW2404',
  severity: 'error',
  title: 'A media type is not written as one',
  message: ({ list, mediaType }) =>
    `${mediaType === '' ? 'The empty text' : code(mediaType)} in ${code(list)} is not a media type.`,
  hint: ({ mediaType }) =>
    mediaType.includes('*')
      ? 'Wildcards are not matched: list each media type, for example `image/png`.'
      : 'A media type is a type, a slash and a subtype, for example `application/json`.',
};

export const mixedContentTypes: CatalogueEntry<{
  readonly binary: readonly string[];
  readonly text: readonly string[];
}> = {
  code: 'FW2405',
  severity: 'error',
  title: 'contentTypes mixes binary and non-binary media types',
  message: ({ binary, text }) =>
    `\`contentTypes\` mixes binary types (${codeList(binary)}) with types that are not (${codeList(text)}).`,
  hint: () =>
    'Declare two views with paths of their own, or add the others to `app.api.binaryTypes`.',
};

export const binaryTypesType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2406',
  severity: 'error',
  title: 'The binary types are not a list',
  message: ({ found }) => `\`api.binaryTypes\` must be a list of texts, and this is ${found}.`,
  hint: () => "Write `app.api.binaryTypes = ['image/png'];`.",
};
