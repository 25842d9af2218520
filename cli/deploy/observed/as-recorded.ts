// Whether a function is as the last deploy from here left it. If not, another machine has deployed since, and may have made
// what the record does not name: a new function comes with other code, a new role with a function that has it.
import { baseName, rolePrefix } from '../../config/cloud-names.js';
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import type { DeployedState } from '../state/deployed-state.js';
import { accountOf, roleNameOf } from './account-of.js';

/** `state`: complete, and of this stage and cloud. */
export function isAsRecorded(
  { arn, codeSha256, role }: CloudFunction,
  state: DeployedState,
): boolean {
  return (
    accountOf(arn)?.id === state.account && codeSha256 === state.code && isKnownRole(role, state)
  );
}

/** A role of another name was given. */
function isKnownRole(arn: string, { app, stage, region, roles }: DeployedState): boolean {
  const name = roleNameOf(arn) ?? '';
  return roles.includes(name) || !name.startsWith(rolePrefix(baseName(app, stage), region));
}
