// Repeats a call while AWS is not ready for it: a new role cannot be assumed yet, or a function is being changed. It also
// repeats a creation whose response is lost, after looking up the resource.
import {
  diagnose,
  code,
  codeList,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { type CloudErrorKind, isCloudError } from '../../cloud/cloud-error.js';
import { SILENT, type Tags } from '../../cloud/cloud.js';
import {
  isOurs,
  onlyOwnTags,
  ownTagOf,
  readOwnTag,
  regionTagOf,
  type TaggedStage,
} from './own-tag.js';
import { DeployProblem, type Wait } from './run-steps.js';
import type { Owner } from './states.js';

/** A resource with that name exists, but does not have our tag. */
export const foreignResource: CatalogueEntry<{
  /** The word for the resource in messages: `role`. */
  readonly kind: string;
  readonly name: string;
  /** The owner according to the resource's tag; undefined for a resource without our tag. */
  readonly owner: TaggedStage | undefined;
  /** The tags with which the stage would manage the resource. */
  readonly tags: Tags;
}> = {
  code: 'FW6220',
  severity: 'error',
  title: 'A resource with the same name is not managed by this stage',
  message: ({ kind, name, owner }) =>
    owner === undefined
      ? `The ${kind} ${code(name)} already exists and was not created by framework: it has no tag \`cloud-framework\`.`
      : `The ${kind} ${code(name)} already exists and belongs to the stage ${code(owner.stage)} of ${code(owner.app)}.`,
  hint: ({ kind, tags }) =>
    `Give the application or the stage another name, or delete the ${kind}; to let framework manage it, tag it with ${codeList(Object.entries(tags).map(([key, value]) => `${key}: ${value}`))}.`,
};

/** Another command created the resource after this one looked it up. */
export const otherDeploy: CatalogueEntry<{ readonly kind: string; readonly name: string }> = {
  code: 'FW6221',
  severity: 'error',
  title: 'Another deploy of this stage is in progress',
  message: ({ kind, name }) =>
    `Another deploy of this stage is in progress: it created the ${kind} ${code(name)} at the same time.`,
  hint: () => 'Wait until it has ended, then run the command again.',
};

/** `what` is, for example, `version of its code`. */
export const nothingBefore: CatalogueEntry<{ readonly stage: string; readonly what: string }> = {
  code: 'FW6227',
  severity: 'error',
  title: 'There is no earlier deployment to roll back to',
  message: ({ stage, what }) =>
    `The stage ${code(stage)} cannot be rolled back: there is no earlier ${what}.`,
  hint: () => 'Revert the change in the source and deploy it.',
};

/** In milliseconds. Chalice found 15 s too short for a new role and waits 150 s; Terraform waits 60 s. */
export const READY_WITHIN = 120_000;
const LONGEST_PAUSE = 2000;

/** How long a resource may be invisible after its creation, in milliseconds: IAM and API Gateway show it within seconds. */
const SHOWN_WITHIN = 30_000;

/** The maximum time for which the call is repeated for each kind of error, in milliseconds. */
export type Limits = Readonly<Partial<Record<CloudErrorKind, number>>>;

/** Returns the error kinds after which a call is repeated: `missing`, if this deploy has just created the resource. */
export function notShown(isNew: boolean): readonly CloudErrorKind[] {
  return isNew ? ['missing'] : [];
}

/** Repeats the call while it fails with one of these kinds: for about two minutes, or 30 seconds for `missing`. */
export function retry<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  kinds: readonly CloudErrorKind[] = ['busy'],
): Promise<Result> {
  const limits = kinds.map(
    (kind) => [kind, kind === 'missing' ? SHOWN_WITHIN : READY_WITHIN] as const,
  );
  return retryWithin(call, wait, () => Promise.resolve(Object.fromEntries(limits)));
}

/** Like {@link retry}. `limitsOf` is called only if the first attempt fails. */
export async function retryWithin<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  limitsOf: () => Promise<Limits>,
): Promise<Result> {
  let limits: Limits | undefined;
  const ends = new Map<CloudErrorKind, () => void>();
  try {
    for (let waited = 0, pause = 250; ; pause = longer(pause)) {
      try {
        return await call();
      } catch (error) {
        if (!isCloudError(error) || WAIT_TEXTS[error.facts.kind] === undefined) throw error;
        const { kind, operation } = error.facts;
        limits ??= await limitsOf();
        if (waited >= (limits[kind] ?? 0)) throw error;
        const what = `${WAIT_TEXTS[kind] ?? ''} (${operation})`;
        if (!ends.has(kind)) ends.set(kind, wait.for?.(what) ?? SILENT(what));
      }
      await wait(pause);
      waited += pause;
    }
  } finally {
    for (const end of ends.values()) end();
  }
}

/** What the next attempt waits for, as text. Errors of other kinds are not retried. */
const WAIT_TEXTS: Readonly<Partial<Record<CloudErrorKind, string>>> = {
  'role-not-ready': 'Lambda to recognize the role that was just created',
  busy: 'AWS to complete an earlier change',
  missing: 'AWS to return what was just created',
};

export function longer(pause: number): number {
  return Math.min(pause * 1.6, LONGEST_PAUSE);
}

/** Calls `look` until it returns a value, or until `within` milliseconds have passed, and shows the wait. */
export async function waitUntil<Found>(
  what: string,
  { wait, within }: { readonly wait: Wait; readonly within: number },
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const end = wait.for?.(what) ?? SILENT(what);
  try {
    for (let waited = 0, pause = 250; ; pause = longer(pause)) {
      const found = await look();
      if (found !== undefined || waited >= within) return found;
      await wait(pause);
      waited += pause;
    }
  } finally {
    end();
  }
}

type Tagged = { readonly tags: Tags };

export type Creation<Resource extends Tagged> = {
  /** The word for the resource in messages: `role`. */
  readonly kind: string;
  readonly name: string;
  readonly tags: Tags;
  readonly owner: Owner;
  readonly create: () => Promise<Resource>;
  readonly find: () => Promise<Resource | undefined>;
  readonly wait: Wait;
};

const ATTEMPTS = 5;

/** Creates a resource without a unique name. If the response is lost, the resource is looked up before the next attempt. */
export async function createOnce<Made>(
  create: () => Promise<Made>,
  find: () => Promise<Made | undefined>,
  wait: Wait,
): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      if (!isLost(error) || attempt >= ATTEMPTS) throw error;
      await wait(200 * 2 ** attempt);
      const made = await find();
      if (made !== undefined) return made;
    }
  }
}

/** Creates a resource with a unique name. A resource that another command created is never adopted. */
export async function createNamed<Resource extends Tagged>(
  creation: Creation<Resource>,
): Promise<Resource> {
  const { kind, name, create, find, owner, wait } = creation;
  // After a lost response, an existing resource with our name and tag may be the result of that call.
  let isUncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      const isTaken = isCloudError(error, 'exists');
      if (!isTaken && !isLost(error)) throw error;
      if (!isTaken) {
        isUncertain = true;
        await wait(200 * 2 ** attempt);
      }
      const found = await find();
      if (found && !isOurs(found, owner)) throw foreign(creation, found);
      // A deploy in another region may create a role with the same name at the same time.
      const isOfRegion = found && regionTagOf(found.tags) === regionTagOf(creation.tags);
      if (isUncertain && isOfRegion) return found;
      if (found) throw new DeployProblem(diagnose(otherDeploy, { kind, name }));
      if (attempt >= ATTEMPTS) throw error;
      // The resource exists, but cannot be read yet.
      if (isTaken) await wait(500);
    }
  }
}

/** True for an error after which AWS may have carried out the call. */
function isLost(error: unknown): boolean {
  return isCloudError(error) && error.isUncertain;
}

function foreign<Resource extends Tagged>(
  { kind, name, tags }: Creation<Resource>,
  found: Resource,
): DeployProblem {
  const data = { kind, name, owner: readOwnTag(ownTagOf(found.tags)), tags: onlyOwnTags(tags) };
  return new DeployProblem(diagnose(foreignResource, data));
}
