// Where an API stands below custom domains, as a tag of the API says it: a base path itself has no tags.
import type { Tags } from '../../../cloud/cloud.js';
import { DOMAIN_TAG } from '../../../config/limits.js';

/** A place below a domain; the base path is empty for the domain itself. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** `api.example.com/v1` */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** The tag of an API that stands there; while it moves, with where it stood. */
export function placeTags(places: readonly DomainPlace[]): Tags {
  return { [DOMAIN_TAG]: [...new Set(places.map(placeText))].join(' ') };
}

/** The value of the tag, read again. */
export function readPlaces(text: string): readonly DomainPlace[] {
  return text.split(' ').map((place) => {
    const [name = '', basePath = ''] = place.split('/');
    return { name, basePath };
  });
}
