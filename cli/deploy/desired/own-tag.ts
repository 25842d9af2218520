// The tag that every deployed resource carries (spec 2.6): by it a resource is known to be ours, whoever asks.
import type { Tags } from '../../cloud/cloud.js';
import { OWN_TAG } from '../../config/limits.js';

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
