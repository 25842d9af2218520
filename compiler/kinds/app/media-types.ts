// Lists of media types: the content types of a route, and the binary types of the application (specification 4.1, 4.4).
import { mediaTypeOf } from '../../../runtime/contract/media-types.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import { decodeItems, refuse, type Decoded, type JsonSchema } from '../../values/decoded.js';
import type { StaticList, StaticValue } from '../../values/static-value.js';
import * as texts from './catalogue.js';

/** A type and a subtype, each a token of RFC 9110 section 5.6.2, without the `*` of ranges. */
const MEDIA_TYPE = /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+$/;

/** Whether a text is a media type, with or without parameters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(mediaTypeOf(text));
}

/** Decodes a list into media types in lower case without parameters; messages call the list `name`. */
export function decodeMediaTypes(list: StaticList, name: string): Decoded<readonly string[]> {
  return decodeItems(list, (item) => decodeMediaType(item, name));
}

function decodeMediaType(item: StaticValue, list: string): Decoded<string> {
  const { at } = item;
  if (item.kind !== 'string') {
    return refuse(item, (found) => diagnose(texts.mediaTypeType, { list, found }, { at }));
  }
  const data = { list, mediaType: item.value };
  const findings = isMediaType(item.value) ? [] : [diagnose(texts.invalidMediaType, data, { at })];
  return { value: mediaTypeOf(item.value), findings };
}

export const MEDIA_TYPE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  mediaType: { type: 'string', pattern: '^[^\\s/;A-Z]+/[^\\s/;A-Z]+$' },
};
