// FW62: what is found in the cloud, or not found there, before a deploy is planned.
import type { CatalogueEntry } from '../../../compiler/diagnostics/catalogue-entry.js';
import { code, codeList } from '../../../compiler/diagnostics/code-text.js';
import type { Tags } from '../../cloud/cloud.js';
import type { TaggedStage } from '../desired/own-tag.js';

/** Something of that name exists, and is not ours to change. */
export const foreignResource: CatalogueEntry<{
  readonly kind: 'role' | 'function' | 'API';
  readonly name: string;
  /** Whose it is; undefined when it has no tag of ours. */
  readonly owner: TaggedStage | undefined;
  /** The tags that would make it ours. */
  readonly tags: Tags;
}> = {
  code: 'FW6220',
  severity: 'error',
  title: 'A resource of the same name belongs to somebody else',
  message: ({ kind, name, owner }) =>
    owner === undefined
      ? `The ${kind} ${code(name)} exists already and was not made by framework: it has no tag \`cloud-framework\`.`
      : `The ${kind} ${code(name)} exists already and belongs to the stage ${code(owner.stage)} of ${code(owner.app)}.`,
  hint: ({ kind, tags }) =>
    `Give the application or the stage another name, or delete the ${kind}; to hand it over to framework, tag it with ${codeList(Object.entries(tags).map(([key, value]) => `${key}: ${value}`))}.`,
};

export const newStage: CatalogueEntry<{
  readonly stage: string;
  readonly region: string;
  /** The known stage that it may be a slip of. */
  readonly nearest: string | undefined;
}> = {
  code: 'FW6229',
  severity: 'warning',
  title: 'The stage is neither configured nor deployed',
  message: ({ stage, region }) =>
    `The stage ${code(stage)} is neither in \`.framework/config.json\` nor deployed in ${code(region)}.`,
  hint: ({ nearest }) =>
    `${nearest === undefined ? '' : `Did you mean ${code(nearest)}? `}A deploy makes a copy of the application, with an address of its own; an entry in \`stages\` says that it is meant.`,
};

export const roleStays: CatalogueEntry<{ readonly role: string }> = {
  code: 'FW6250',
  severity: 'warning',
  title: 'A role stays, as another region may use it',
  message: ({ role }) =>
    `The role ${code(role)} stays: an earlier version made it and did not note its region, so functions of another region may have it.`,
  hint: ({ role }) =>
    `When no function of another region has it, delete it: ${code(`aws iam delete-role-policy --role-name ${role} --policy-name ${role}`)}, then ${code(`aws iam delete-role --role-name ${role}`)}.`,
};
