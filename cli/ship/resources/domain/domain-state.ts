// Custom domains in the states of a stage: a domain name, and the base path below which the API stands. Several stages may share a
// domain, each below a path of its own.
import type { CloudDomain, CloudMapping, DomainSettings } from '../../../cloud/domain-calls.js';
import type { Plan } from '../../stage/states.js';
import type { FieldChange } from '../../stage/plan-rows.js';

declare module '../../stage/states.js' {
  interface Desired {
    readonly domain: DesiredDomain | undefined;
  }
  interface Observed {
    /** Those that are desired, recorded, or named by the API; none for an application without the key. */
    readonly domains?: readonly ObservedDomain[];
  }
  interface Plan {
    readonly domain: DomainChange | undefined;
    /** Where the API stood before. */
    readonly lostDomains: readonly DomainPlace[];
  }
  interface Learned {
    /** The domain as it was made. */
    domain: CloudDomain | undefined;
  }
  interface DeployedState {
    /** Where the API stands, and may stand while a deploy is under way; absent when nowhere. */
    readonly domains?: readonly DeployedDomain[];
  }
}

/** A place below a domain; the base path is empty for the domain itself. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** With what the DNS of the domain must be an alias of; empty before that is known. */
export type DeployedDomain = DomainPlace & { readonly target: string; readonly zone: string };

export type DesiredDomain = DomainSettings & DomainPlace;

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
  /** `shared`: somebody else's, whose settings stay as they are. */
  readonly action: 'create' | 'update' | 'unchanged' | 'shared';
  readonly fields: readonly FieldChange[];
  readonly hasOtherTags: boolean;
  readonly mapping:
    | { readonly action: 'create' | 'unchanged' }
    /** `from`: the base path that it had. */
    | { readonly action: 'update'; readonly from: string };
  /** False when the API does not say yet where it stands. */
  readonly isNoted: boolean;
};

/** Where the API stands before a change that it does not stand any more after it. */
export function leftPlaces({ domain: change, lostDomains }: Plan): readonly DomainPlace[] {
  const { mapping } = change ?? {};
  const isMoved = mapping?.action === 'update' && mapping.from !== change?.domain.basePath;
  const moved = change && isMoved ? [{ name: change.domain.name, basePath: mapping.from }] : [];
  return [...moved, ...lostDomains];
}

/** `api.example.com/v1` */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** What the API says of where it stands; while it moves, with where it stood. */
export function noteOf(places: readonly DomainPlace[]): string {
  return [...new Set(places.map(placeText))].join(' ');
}

/** {@link noteOf}, read again. */
export function readNote(text: string): readonly DomainPlace[] {
  return text.split(' ').map((place) => {
    const [name = '', basePath = ''] = place.split('/');
    return { name, basePath };
  });
}

/** The address of what stands there, with a slash at its end. */
export function domainAddress(place: DomainPlace): string {
  return `https://${placeText(place)}/`;
}

/** The step that makes or changes a domain. */
export function domainId(name: string): string {
  return `domain ${name}`;
}
