// The tag on every deployed resource (specification 2.6). It shows other machines which stage manages a resource.
import type { Tags } from '../../cloud/cloud.js';
import { EXPIRES_TAG, OWN_TAG, REGION_TAG } from '../../config/limits.js';
import type { Owner } from './states.js';

export type TaggedStage = Owner & {
  readonly version: string;
};

export function ownTags({ app, stage, version }: TaggedStage): Tags {
  return { [OWN_TAG]: `version=${version}:stage=${stage}:app=${app}` };
}

/** Returns our tags without the user's tags, which functions also have. */
export function onlyOwnTags(tags: Tags): Tags {
  return Object.fromEntries(
    Object.entries(tags).filter(([key]) => key === OWN_TAG || key === REGION_TAG),
  );
}

/** Returns the keys of tags that a resource has but should not have. AWS does not allow removing its own tags. */
export function extraTags(observed: Tags, wanted: Tags): readonly string[] {
  return Object.keys(observed).filter((key) => !Object.hasOwn(wanted, key) && !isKeptTag(key));
}

/** True for tags that a deploy leaves unchanged unless it sets them: AWS's own tags, and the expiry from an earlier deploy. */
export function isKeptTag(key: string): boolean {
  return /^aws:/i.test(key) || key === EXPIRES_TAG;
}

/** Returns undefined for a role created by an earlier version, and for any other resource. */
export function regionTagOf(tags: Tags): string | undefined {
  return Object.hasOwn(tags, REGION_TAG) ? tags[REGION_TAG] : undefined;
}

const PATTERN = /^version=([^:]*):stage=([^:]*):app=([^:]*)$/;

/** Parses the value of the tag. Returns undefined if the value does not have our format. */
export function readOwnTag(value: string | undefined): TaggedStage | undefined {
  const [, version, stage, app] = PATTERN.exec(value ?? '') ?? [];
  if (version === undefined || stage === undefined || app === undefined) return undefined;
  return { app, stage, version };
}

export function isOurTag(value: string | undefined, app: string, stage: string): boolean {
  const tagged = readOwnTag(value);
  return tagged?.app === app && tagged.stage === stage;
}

export function ownTagOf(tags: Tags): string | undefined {
  return Object.hasOwn(tags, OWN_TAG) ? tags[OWN_TAG] : undefined;
}

export function isOurs({ tags }: { readonly tags: Tags }, { app, stage }: Owner): boolean {
  return isOurTag(ownTagOf(tags), app, stage);
}

/**
 * Returns the description of a resource. Later commands recognize this exact text, so it must never change. A function with
 * another description was created by a version of framework that kept no record of rollbacks.
 */
export function ownDescription({ app, stage }: Owner): string {
  return `Stage ${stage} of ${app}, made by framework`;
}

export function readOwnDescription(description: string): Owner | undefined {
  const [, stage, app] = /^Stage ([\w-]+) of ([\w-]+), made by framework$/.exec(description) ?? [];
  return stage === undefined || app === undefined ? undefined : { app, stage };
}
