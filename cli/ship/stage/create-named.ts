// Creates resources for which a second creation would make another one, or fail. When the answer to a creation is lost, the
// resource is looked up before the next attempt. A resource that somebody else created is never taken for ours.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { isCloudError } from '../../cloud/cloud-error.js';
import type { Tags } from '../../cloud/cloud.js';
import { isOurs, onlyOwnTags, ownTagOf, readOwnTag, regionTagOf } from './own-tag.js';
import { DeployProblem } from './run-steps.js';
import type { Wait } from './session.js';
import { foreignResource, otherDeploy } from './stage-catalogue.js';
import type { Owner } from './states.js';

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

/** Creates a resource without a unique name. When the answer is lost, the resource is looked up before another attempt. */
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

export async function createNamed<Resource extends Tagged>(
  creation: Creation<Resource>,
): Promise<Resource> {
  const { create, find, owner, wait } = creation;
  // After a lost answer, a resource with our name and tag may be the result of that call.
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
      if (found && isUncertain && isOfRegion(found, creation)) return found;
      if (found) throw raced(creation);
      if (attempt >= ATTEMPTS) throw error;
      // The resource exists, but cannot be read yet.
      if (isTaken) await wait(500);
    }
  }
}

/** False for a role that a deploy in another region creates at the same moment. */
function isOfRegion<Resource extends Tagged>(
  found: Resource,
  { tags }: Creation<Resource>,
): boolean {
  return regionTagOf(found.tags) === regionTagOf(tags);
}

/** True for an error after which AWS may have carried out the call. */
function isLost(error: unknown): boolean {
  return isCloudError(error) && error.isUncertain;
}

function raced<Resource extends Tagged>({ kind, name }: Creation<Resource>): DeployProblem {
  return new DeployProblem(diagnose(otherDeploy, { kind, name }));
}

function foreign<Resource extends Tagged>(
  { kind, name, tags }: Creation<Resource>,
  found: Resource,
): DeployProblem {
  const data = { kind, name, owner: readOwnTag(ownTagOf(found.tags)), tags: onlyOwnTags(tags) };
  return new DeployProblem(diagnose(foreignResource, data));
}
