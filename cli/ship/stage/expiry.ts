// The expiry of a stage: a tag on its API and its functions. `framework delete --expired` reads it.
import type { Tags } from '../../cloud/cloud.js';
import { EXPIRES_TAG } from '../../config/limits.js';

/** A time in milliseconds since 1970. */
export type Expiry = number | 'never';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const UNITS = new Map([
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
  ['w', 7 * DAY],
]);
const MOST = 366 * DAY;

/** Parses `30m`, `12h`, `3d`, `2w` or `never`. Returns undefined for any other text, and for more than a year. */
export function parseExpiry(text: string, now: number): Expiry | undefined {
  if (text === 'never') return text;
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([mhdw])$/.exec(text) ?? [];
  const duration = Number(count) * (UNITS.get(unit) ?? 0);
  return duration > 0 && duration <= MOST ? now + duration : undefined;
}

/** Returns the tag: `2026-12-01T12:00:00Z by ann`. `by` may be empty. */
export function expiryTag(expiry: Expiry, by: string): Tags {
  const time = expiry === 'never' ? expiry : `${new Date(expiry).toISOString().slice(0, 19)}Z`;
  // Keeps only characters that every service allows in the value of a tag.
  const name = by.replaceAll(/[^\w .:/=+@-]/g, '_').slice(0, 100);
  return { [EXPIRES_TAG]: name === '' ? time : `${time} by ${name}` };
}

export type StageExpiry = {
  /** In milliseconds since 1970; undefined for a stage that never expires. */
  readonly at: number | undefined;
  /** The user who deployed with `--expires`; undefined if unknown. */
  readonly by: string | undefined;
};

/** Returns the expiry of a stage with these resources: the latest one, or none if one of them never expires. */
export function latestExpiry(resources: readonly { readonly tags: Tags }[]): StageExpiry {
  const all = resources.map(({ tags }) => readExpiry(tags));
  const [last] = all.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return all.find(({ at }) => at === undefined) ?? last ?? { at: undefined, by: undefined };
}

/** Reads the expiry from the tags. An unreadable tag is ignored, so that no stage is deleted because of it. */
export function readExpiry(tags: Tags): StageExpiry {
  const value = Object.hasOwn(tags, EXPIRES_TAG) ? (tags[EXPIRES_TAG] ?? '') : '';
  const [, time = '', by] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|never)(?: by (.+))?$/.exec(value) ?? [];
  const at = Date.parse(time);
  return { at: Number.isNaN(at) ? undefined : at, by };
}

/** Returns the display name of the person who deploys: the user who started the CI job, or the local account name. */
export function deployerName(environment: NodeJS.ProcessEnv, userName: () => string): string {
  const { GITHUB_ACTOR, GITLAB_USER_LOGIN } = environment;
  const actor = GITHUB_ACTOR ?? GITLAB_USER_LOGIN;
  if (actor !== undefined) return actor;
  try {
    return userName();
  } catch {
    // A container may run as a user without a name.
    return '';
  }
}

/** Formats a duration as `3 d`, `5 h` or `12 min`, rounded down. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} d`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.max(0, Math.floor(milliseconds / MINUTE))} min`;
}
