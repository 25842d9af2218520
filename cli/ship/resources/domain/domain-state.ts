// Custom domains in the states of a stage: a domain name, and the base path of the API. Several stages may share a domain,
// each with another base path.
import type { CloudDomain, CloudMapping, DomainSettings } from '../../../cloud/services/domains.js';
import type { Plan } from '../../stage/states.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import { type DomainPlace, placeText } from '../rest-api/api-state.js';

/** `target` is the host name that the domain's DNS must point at; empty while it is unknown. */
export type DeployedDomain = DomainPlace & { readonly target: string; readonly zone: string };

export type DesiredDomain = DomainPlace & {
  /** `REGIONAL` or `EDGE`, as the API. */
  readonly endpointType: string;
  /** Undefined when the domain is not managed by this stage. */
  readonly settings: DomainSettings | undefined;
};

export type ObservedDomain = {
  readonly name: string;
  /** Undefined when there is none of that name. */
  readonly domain: CloudDomain | undefined;
  readonly mappings: readonly CloudMapping[];
  /** The base paths that a deploy of this stage has used. */
  readonly known: readonly string[];
};

export type DomainChange = {
  readonly domain: DesiredDomain;
  readonly observed: CloudDomain | undefined;
  /**
   * `shared` is a domain that this stage does not manage, whose settings are not changed. `release` turns our domain into a
   * shared one.
   */
  readonly action: 'create' | 'update' | 'unchanged' | 'shared' | 'release';
  readonly fields: readonly FieldChange[];
  readonly hasOtherTags: boolean;
  readonly mapping:
    | { readonly action: 'create' | 'unchanged' }
    /** `from` is the earlier base path. */
    | { readonly action: 'update'; readonly from: string };
  /** False when the tags of the API do not name its place yet. */
  readonly isNoted: boolean;
};

/** The places that the API has now and loses by the change. */
export function leftPlaces({ domain: change, lostDomains }: Plan): readonly DomainPlace[] {
  const { mapping } = change ?? {};
  const isMoved = mapping?.action === 'update' && mapping.from !== change?.domain.basePath;
  const moved = change && isMoved ? [{ name: change.domain.name, basePath: mapping.from }] : [];
  return [...moved, ...lostDomains];
}

/** The URL of the API below a domain, with a slash at its end. */
export function domainAddress(place: DomainPlace): string {
  return `https://${placeText(place)}/`;
}

/** The step that creates or changes a domain. */
export function domainId(name: string): string {
  return `domain ${name}`;
}
