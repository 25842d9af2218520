// The statements in the policy of a function that permit API Gateway to call it, and how statements are compared.
import type { Permission } from '../../../cloud/lambda-calls.js';
import type { CloudAccount } from '../../stage/arn.js';
import { isOfSource } from '../event-source/invokers.js';

/** The ways in which API Gateway calls a function: for routes, or as an authorizer. */
export type InvokedAs = readonly CallKind[];
export type CallKind = 'integration' | 'authorizer';

/** The API whose calls are permitted. */
export type CallingApi = {
  readonly account: CloudAccount;
  readonly region: string;
  readonly apiId: string;
};

/** What the ids of our statements begin with. */
export const PREFIX = 'framework-';
export const PRINCIPAL = 'apigateway.amazonaws.com';
/** Behind the ARN of the API. Any stage: then the method and the path, or the id of an authorizer. */
export const SOURCES: Readonly<Record<CallKind, string>> = {
  integration: '/*/*',
  authorizer: '/authorizers/*',
};

/** What the policy of the function has to say. */
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

/** True for a statement about an API that a deploy of ours has made. */
function isOfApi(permission: Permission): boolean {
  return permission.statementId.startsWith(PREFIX) && !isOfSource(permission);
}

export type PermissionDifference = {
  readonly missing: readonly Permission[];
  /** Statements with the id of a missing one and other content, which have to be removed first. */
  readonly altered: readonly Permission[];
  /** Statements of ours to be removed: about another API, or of a function that is not called any more. */
  readonly stale: readonly Permission[];
};

/**
 * CloudFormation chooses ids of its own: what counts is who may call, and from where. `isOurs`: of the statements that are
 * compared, which a deploy of ours has made.
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
