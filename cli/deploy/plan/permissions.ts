// The statements by which functions let API Gateway call them. A statement has an id of its own for each API, so that it
// is found again and never doubled.
import type { Permission } from '../../cloud/lambda-calls.js';
import type { Account } from '../../../compiler/openapi/place-document.js';
import type { DesiredFunction } from '../desired/desired.js';

/** The API whose calls are permitted. */
export type CallingApi = Account & { readonly region: string; readonly apiId: string };

const PREFIX = 'framework-';
const PRINCIPAL = 'apigateway.amazonaws.com';

/** What the policy of the function has to say. */
export function permissionsFor(
  { invokedAs }: Pick<DesiredFunction, 'invokedAs'>,
  { partition, account, region, apiId }: CallingApi,
): readonly Permission[] {
  const api = `arn:${partition}:execute-api:${region}:${account}:${apiId}`;
  return invokedAs.map((role) => ({
    statementId: `${PREFIX}${apiId}-${role}`,
    principal: PRINCIPAL,
    // Any stage: then the method and the path, or the id of an authorizer.
    sourceArn: role === 'integration' ? `${api}/*/*` : `${api}/authorizers/*`,
  }));
}

/** True for a statement that a deploy of ours has made. */
function isOurPermission({ statementId }: Permission): boolean {
  return statementId.startsWith(PREFIX);
}

export type PermissionDifference = {
  readonly missing: readonly Permission[];
  /** What has the id of a missing one and says something else: it is in the way. */
  readonly altered: readonly Permission[];
  /** Those of ours that are to go: another API's, or of a function that is not called any more. */
  readonly stale: readonly Permission[];
};

export function comparePermissions(
  wanted: readonly Permission[],
  found: readonly Permission[],
): PermissionDifference {
  const has = (list: readonly Permission[], one: Permission): boolean =>
    list.some(
      (other) =>
        other.statementId === one.statementId &&
        other.principal === one.principal &&
        other.sourceArn === one.sourceArn,
    );
  const missing = wanted.filter((one) => !has(found, one));
  const others = found.filter((one) => isOurPermission(one) && !has(wanted, one));
  const isAltered = ({ statementId }: Permission): boolean =>
    missing.some((one) => one.statementId === statementId);
  return {
    missing,
    altered: others.filter(isAltered),
    stale: others.filter((one) => !isAltered(one)),
  };
}
