// Checks the execution role of a function as Lambda does.
import { RefusedCall } from '../refused-call.js';
import type { FunctionBook } from './function-book.js';
import { accessDenied, invalidParameter } from './refusals.js';
import type { FunctionSettings } from './settings.js';

/** docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html; the service names the first missing one. */
const NETWORK_ACTIONS = [
  'CreateNetworkInterface',
  'DescribeNetworkInterfaces',
  'DeleteNetworkInterface',
] as const;

export function checkRole(book: FunctionBook, { role, vpc, tracing }: FunctionSettings): void {
  if (role.split(':')[4] !== book.account)
    throw accessDenied('Cross-account pass role is not allowed.');
  const context = { 'iam:PassedToService': 'lambda.amazonaws.com' };
  const denial = book.caller.denial({ action: 'iam:PassRole', resource: role, context });
  if (denial !== undefined) throw accessDenied(denial);
  if (book.roles.assume(role) !== 'ready')
    throw invalidParameter('The role defined for the function cannot be assumed by Lambda.');
  if (tracing === 'Active' && !book.roles.allows(role, 'xray:PutTraceSegments', '*'))
    throw invalidParameter(
      'The provided execution role does not have permissions to call PutTraceSegments on XRAY',
    );
  if (vpc === undefined) return;
  const missing = NETWORK_ACTIONS.find((name) => !book.roles.allows(role, `ec2:${name}`, '*'));
  if (missing !== undefined)
    throw invalidParameter(
      `The provided execution role does not have permissions to call ${missing} on EC2`,
    );
}

/** Rejects the call if the caller does not have an additional permission that it needs. */
export function checkCaller(book: FunctionBook, action: string, resource: string): void {
  const message = book.caller.denial({ action, resource });
  if (message === undefined) return;
  throw new RefusedCall({ status: 403, code: 'AccessDeniedException', message });
}
