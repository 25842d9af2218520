// The tag of every deployed resource (specification 2.6). It shows on every machine that a resource is ours.
import type { Tags } from '../../cloud/cloud.js';
import { EXPIRES_TAG, OWN_TAG, REGION_TAG } from '../../config/limits.js';
import type { Owner } from './states.js';

/** The content of the tag. */
export type TaggedStage = Owner & {
  /** The version of this framework. */
  readonly version: string;
};

/** The tags that a resource of ours always has. */
export function ownTags({ app, stage, version }: TaggedStage): Tags {
  return { [OWN_TAG]: `version=${version}:stage=${stage}:app=${app}` };
}

/** Our tags without the user's, which functions have too. */
export function onlyOwnTags(tags: Tags): Tags {
  return Object.fromEntries(
    Object.entries(tags).filter(([key]) => key === OWN_TAG || key === REGION_TAG),
  );
}

/** The keys of tags that a resource has and should not have. AWS forbids removing its own tags. */
export function extraTags(observed: Tags, wanted: Tags): readonly string[] {
  return Object.keys(observed).filter((key) => !Object.hasOwn(wanted, key) && !isKeptTag(key));
}

/** Tags that a deploy leaves as they are unless it sets them: those of AWS, and the expiry of an earlier deploy. */
export function isKeptTag(key: string): boolean {
  return /^aws:/i.test(key) || key === EXPIRES_TAG;
}

/** The region that a role belongs to; undefined for a role created by an earlier version, and for any other resource. */
export function regionTagOf(tags: Tags): string | undefined {
  return Object.hasOwn(tags, REGION_TAG) ? tags[REGION_TAG] : undefined;
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

/** True when the tags say that a resource is of this stage. */
export function isOurs({ tags }: { readonly tags: Tags }, { app, stage }: Owner): boolean {
  return isOurTag(ownTagOf(tags), app, stage);
}

/** The description of a deployed resource. On a function it also says that its rollbacks are recorded in versions. */
export function ownDescription({ app, stage }: Owner): string {
  return `Stage ${stage} of ${app}, made by framework`;
}

/** The owner in a description of ours. */
export function readOwnDescription(description: string): Owner | undefined {
  const [, stage, app] = /^Stage ([\w-]+) of ([\w-]+), made by framework$/.exec(description) ?? [];
  return stage === undefined || app === undefined ? undefined : { app, stage };
}
