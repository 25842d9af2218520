// The places of an API below custom domains, in a tag of the API. A base path mapping itself has no tags.
import type { Tags } from '../../../cloud/cloud.js';
import { DOMAIN_TAG } from '../../../config/limits.js';

/** A place below a domain. The base path is empty for the whole domain. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** `api.example.com/v1` */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** The tag of an API with these places. While the API moves, it also names the earlier place. */
export function placeTags(places: readonly DomainPlace[]): Tags {
  return { [DOMAIN_TAG]: [...new Set(places.map(placeText))].join(' ') };
}

/** The places in the tag's value. */
export function readPlaces(text: string): readonly DomainPlace[] {
  return text.split(' ').map((place) => {
    const [name = '', basePath = ''] = place.split('/');
    return { name, basePath };
  });
}
