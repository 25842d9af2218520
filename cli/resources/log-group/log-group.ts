// The resource type of log groups: where Lambda puts what a function prints. Lambda makes the group with the first line; it stays
// on delete unless `--log-groups` is given.
import { arnPrefix, arnsOfFunctions } from '../../stage/deployer-scope.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Deletion, ResourceType } from '../../stage/resource-type.js';

export const logGroup: ResourceType = {
  deletions: {
    recorded: ({ functions }, { hasLogGroups }) => (hasLogGroups ? functions.map(deletionOf) : []),
    // A group carries no tag of ours: only those of functions that are there are known to be ours.
    found: ({ functions }, owner, { hasLogGroups }) =>
      hasLogGroups
        ? functions.filter((one) => isOurs(one, owner)).map(({ name }) => deletionOf(name))
        : [],
  },
  deployer: {
    statements: [
      {
        resource: 'log-group',
        sid: 'Logs',
        arns: (scope) =>
          arnsOfFunctions(scope, `${arnPrefix('logs', scope)}:*:log-group:/aws/lambda/`),
      },
    ],
  },
};

/** It goes when the function can write no more. */
function deletionOf(functionName: string): Deletion {
  const name = `/aws/lambda/${functionName}`;
  return {
    kind: 'log group',
    name,
    after: 'function',
    isUnasked: true,
    run: ({ cloud }) => cloud.logs.deleteGroup(name),
  };
}
