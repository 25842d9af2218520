// The statements in the policy of a function that permit API Gateway to call it, and how statements are compared.
import type { Permission } from '../../../cloud/services/lambda-function.js';
import type { ArnPlace } from '../../stage/arn.js';
import { isOfSource } from '../event-source/invokers.js';

/** The ways in which API Gateway calls a function: for routes, or as an authorizer. */
export type InvokedAs = readonly CallKind[];
export type CallKind = 'integration' | 'authorizer';

export type CallingApi = ArnPlace & { readonly apiId: string };

/** The prefix of our statements' ids. */
export const PREFIX = 'framework-';
export const PRINCIPAL = 'apigateway.amazonaws.com';
/** The part after the API's ARN: any stage, then method and path, or the id of an authorizer. */
export const SOURCES: Readonly<Record<CallKind, string>> = {
  integration: '/*/*',
  authorizer: '/authorizers/*',
};

/** The statements that the function's policy needs. */
export function permissionsFor(
  invokedAs: InvokedAs,
  { account, region, apiId }: CallingApi,
): readonly Permission[] {
  const api = `arn:${account.partition}:execute-api:${region}:${account.id}:${apiId}`;
  return invokedAs.map((role) => ({
    statementId: `${PREFIX}${apiId}-${role}`,
    principal: PRINCIPAL,
    sourceArn: `${api}${SOURCES[role]}`,
  }));
}

/** Whether a deploy of ours made the statement for an API. */
function isOfApi(permission: Permission): boolean {
  return permission.statementId.startsWith(PREFIX) && !isOfSource(permission);
}

export type PermissionDifference = {
  readonly missing: readonly Permission[];
  /** Existing statements with the id of a missing one but other content. They must be removed first. */
  readonly altered: readonly Permission[];
  /** Our statements that are no longer needed: for another API, or in a function that no API calls. */
  readonly stale: readonly Permission[];
};

/**
 * Compares statements by caller and source, because CloudFormation chooses ids itself. `isOurs` says which of the existing
 * statements a deploy of ours made.
 */
export function comparePermissions(
  wanted: readonly Permission[],
  found: readonly Permission[],
  isOurs: (permission: Permission) => boolean = isOfApi,
): PermissionDifference {
  const has = (list: readonly Permission[], one: Permission): boolean =>
    list.some(
      (other) =>
        other.principal === one.principal &&
        other.sourceArn === one.sourceArn &&
        other.sourceAccount === one.sourceAccount,
    );
  const missing = wanted.filter((one) => !has(found, one));
  const others = found.filter((one) => isOurs(one) && !has(wanted, one));
  const isAltered = ({ statementId }: Permission): boolean =>
    missing.some((one) => one.statementId === statementId);
  return {
    missing,
    altered: others.filter(isAltered),
    stale: others.filter((one) => !isAltered(one)),
  };
}
