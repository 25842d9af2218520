// The items of a list of media types, on a route or on the application (spec 4.1, 4.4).
import { mediaTypeOf } from '../../../runtime/contract/media-types.js';
import { invalidMediaType, mediaTypeType } from '../../diagnostics/catalogue/content-types.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';

/** A type and a subtype, each a token of RFC 9110 section 5.6.2, without the `*` of ranges. */
const MEDIA_TYPE = /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+$/;

/** Whether a text is a media type, with or without parameters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(mediaTypeOf(text));
}

export function checkMediaTypes(items: readonly StaticValue[], list: string): Diagnostic[] {
  return items.flatMap((item) => {
    if (item.kind === 'unknown') return [];
    if (item.kind !== 'string') {
      return [diagnose(mediaTypeType, { list, found: foundValue(item) }, { at: item.at })];
    }
    return isMediaType(item.value)
      ? []
      : [diagnose(invalidMediaType, { list, mediaType: item.value }, { at: item.at })];
  });
}
