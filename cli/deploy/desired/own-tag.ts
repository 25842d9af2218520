// The tag that every deployed resource carries (spec 2.6): by it a resource is known to be ours, whoever asks.
import type { Tags } from '../../cloud/cloud.js';
import { OWN_TAG, REGION_TAG, SHARED_TAG } from '../../config/limits.js';

/** What the tag says. */
export type TaggedStage = {
  readonly app: string;
  readonly stage: string;
  /** Of the framework. */
  readonly version: string;
};

/** The tags that a resource of ours always has. */
export function ownTags({ app, stage, version }: TaggedStage): Tags {
  return { [OWN_TAG]: `version=${version}:stage=${stage}:app=${app}` };
}

/** The tags of a role: those that every resource has, and the region. */
export function roleTags(own: Tags, region: string): Tags {
  return { ...own, [REGION_TAG]: region };
}

/** Without the user's, which functions have as well. */
export function onlyOwnTags(tags: Tags): Tags {
  return Object.fromEntries(
    Object.entries(tags).filter(([key]) => key === OWN_TAG || key === REGION_TAG),
  );
}

/** The region that a role belongs to; undefined for one that an earlier version has made. */
export function regionTagOf(tags: Tags): string | undefined {
  return Object.hasOwn(tags, REGION_TAG) ? tags[REGION_TAG] : undefined;
}

/**
 * The tags of a role of ours that is there already. One that had no region keeps the mark for good: the region that has it
 * now cannot see who else does.
 */
export function keptRoleTags(wanted: Tags, found: Tags): Tags {
  return isShared(found) ? { ...wanted, [SHARED_TAG]: 'true' } : wanted;
}

/** True for a role that functions of other regions may have too: it is never deleted. */
export function isShared(tags: Tags): boolean {
  return regionTagOf(tags) === undefined || Object.hasOwn(tags, SHARED_TAG);
}

const PATTERN = /^version=([^:]*):stage=([^:]*):app=([^:]*)$/;

/** Reads the value of the tag; undefined when it is not one of ours. */
export function readOwnTag(value: string | undefined): TaggedStage | undefined {
  const [, version, stage, app] = PATTERN.exec(value ?? '') ?? [];
  if (version === undefined || stage === undefined || app === undefined) return undefined;
  return { app, stage, version };
}

/** True when the value of the tag says that the resource belongs to the stage of the application. */
export function isOurTag(value: string | undefined, app: string, stage: string): boolean {
  const tagged = readOwnTag(value);
  return tagged?.app === app && tagged.stage === stage;
}

/** The value of our tag among the tags of a resource. */
export function ownTagOf(tags: Tags): string | undefined {
  return Object.hasOwn(tags, OWN_TAG) ? tags[OWN_TAG] : undefined;
}
