// Generates the minimal policy for a user or a CI job that deploys one stage of an application. It allows the calls that the
// CLI makes, restricted to the names of the stage.
import type { PolicyDocument, PolicyStatement } from '../../../compiler/policy/sdk-use.js';
import { CALL_ACTIONS } from '../../cloud/ports.js';
import type { CallUse } from '../../cloud/service.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import type { DeployerScope } from '../stage/deployer-scope.js';
import type { DeployerStatement } from '../stage/resource-type.js';

/** `plan`: read calls only, for a job that runs `framework plan` on pull requests. */
export type DeployerJob = 'deploy' | 'plan';

const USES: Readonly<Record<DeployerJob, readonly CallUse[]>> = {
  deploy: ['read', 'write', 'remove', 'logs'],
  plan: ['read'],
};

/** IAM cannot restrict the permission to list resources. */
const LISTS: DeployerStatement = { resource: 'anything', sid: 'Lists', arns: () => ['*'] };

export function deployerPolicy(scope: DeployerScope, job: DeployerJob = 'deploy'): PolicyDocument {
  const statements = [
    LISTS,
    ...RESOURCE_TYPES.flatMap(({ deployer }) =>
      deployer && deployer.mayExist?.(scope) !== false ? deployer.statements : [],
    ),
  ];
  const others = RESOURCE_TYPES.flatMap(({ deployer }) => deployer?.others?.(scope) ?? []);
  return {
    Version: '2012-10-17',
    Statement: [
      ...statements.flatMap((statement) => statementOf(statement, scope, job)),
      ...(job === 'deploy' ? others : []),
    ],
  };
}

function statementOf(
  { resource, sid, isWritten, arns, condition }: DeployerStatement,
  scope: DeployerScope,
  job: DeployerJob,
): PolicyStatement[] {
  const calls = Object.values(CALL_ACTIONS)
    .flatMap((service) => Object.values(service))
    .filter(({ use }) => USES[job].includes(use))
    .filter(({ use }) => use !== 'write' || isWritten?.(scope) !== false);
  const actions = calls
    .flatMap(({ permissions }) => permissions)
    .filter((one) => one.resource === resource)
    .map(({ action }) => action);
  const resources = arns(scope);
  const limit = typeof condition === 'function' ? condition(scope) : condition;
  if (actions.length === 0 || resources.length === 0) return [];
  return [
    {
      Sid: sid,
      Effect: 'Allow',
      Action: [...new Set(actions)].sort(),
      Resource: resources,
      ...(limit && { Condition: limit }),
    },
  ];
}
