// FW622x: problems that any resource type can have: a name is already in use, or there is nothing to roll back.
import { code, codeList, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';
import type { Tags } from '../../cloud/cloud.js';
import type { TaggedStage } from './own-tag.js';

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
