// A resource of a name that we want, and that somebody else made, is never changed.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Tags } from '../../cloud/cloud.js';
import type { Desired } from '../desired/desired.js';
import { isOurTag, onlyOwnTags, ownTagOf, readOwnTag } from '../desired/own-tag.js';
import { foreignResource } from './observed-catalogue.js';
import type { Observed } from './observed.js';

type Found = { readonly kind: 'role' | 'function' | 'API'; readonly name: string };

/** One error for each resource that has a name of ours and not our tag. */
export function checkOwnership(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const { app, stage, api } = desired;
  const check = (found: Found, tag: string | undefined, own: Tags): Diagnostic[] => {
    if (isOurTag(tag, app, stage)) return [];
    const data = { ...found, owner: readOwnTag(tag), tags: onlyOwnTags(own) };
    return [diagnose(foreignResource, data, { at: undefined })];
  };
  return [
    ...desired.roles.flatMap(({ name, tags }) => {
      const role = observed.roles.find((one) => one.name === name)?.role;
      return role ? check({ kind: 'role', name }, ownTagOf(role.tags), tags) : [];
    }),
    ...desired.functions.flatMap(({ name, tags }) => {
      const found = observed.functions.find((one) => one.name === name);
      return found ? check({ kind: 'function', name }, ownTagOf(found.tags), tags) : [];
    }),
    // Without a tag it was not asked for: the API is known by its id.
    ...(api && observed.api?.tag !== undefined
      ? check({ kind: 'API', name: api.name }, observed.api.tag, api.tags)
      : []),
  ];
}
