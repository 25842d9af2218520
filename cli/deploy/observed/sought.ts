// What a look-up is for, and what it finds.
import type { Cloud } from '../../cloud/cloud.js';
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import { isOurTag, ownTagOf } from '../desired/own-tag.js';
import type { ObservedApi, ObservedFunction, ObservedRole } from './observed.js';

/** The stage of an application whose resources are looked for. */
export type Owner = { readonly app: string; readonly stage: string };

export type Sought = Owner & {
  readonly cloud: Cloud;
  /** Names that may exist. */
  readonly functions: readonly string[];
  readonly roles: readonly string[];
  /** Functions of which the permissions are read too. */
  readonly calledFunctions: readonly string[];
  /** The stage of the API; undefined: any. */
  readonly apiStage: string | undefined;
  /** The stage of the API that was recorded. */
  readonly recordedStage?: string | undefined;
  /** An id that was recorded. */
  readonly apiId: string | undefined;
  /**
   * Whether resources of other names are looked for, those of an earlier deploy: `if-found` when something of the stage
   * exists. Lists are long in a large account.
   */
  readonly lists: 'if-found' | 'always';
};

export type FoundApi = ObservedApi & {
  /** The stage that `deployment` is of. */
  readonly stage: string | undefined;
  /** Stages that somebody else made. */
  readonly foreignStages: readonly string[];
};

/** What has a sought name may be somebody else's: its tag tells. */
export type Found = {
  readonly roles: readonly ObservedRole[];
  /** Roles of the stage in other regions, or, for all that can be told, of another region. */
  readonly rolesElsewhere: readonly ObservedRole[];
  readonly functions: readonly ObservedFunction[];
  readonly api: FoundApi | undefined;
  readonly otherApis: readonly string[];
};

/** True when the tags say that a resource is of this stage. */
export function isOurs({ tags }: Pick<CloudFunction, 'tags'>, { app, stage }: Owner): boolean {
  return isOurTag(ownTagOf(tags), app, stage);
}

export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
