// The addresses of a deployed API: its base address (specification 1.5), and its places below custom domains. These are in
// a tag of the API, because a base path mapping has no tags.
import type { Tags } from '../../../cloud/cloud.js';
import { DOMAIN_TAG } from '../../../config/limits.js';

export type ApiPlace = {
  readonly id: string;
  readonly stage: string;
  readonly region: string;
  readonly partition: string;
  /** The address of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

/** With a slash at its end. */
export function apiAddress({ id, stage, region, partition, endpoint }: ApiPlace): string {
  if (endpoint !== undefined) return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${id}.execute-api.${region}.${domain}/${stage}/`;
}

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
