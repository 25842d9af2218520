// The policy of a function: who can invoke it, in addition to the account itself.
import { matchesWildcards } from '../../gateway/authorizers/policy.js';
import { matchesArn } from '../policy/match-arn.js';

export type Statement = {
  readonly id: string;
  readonly action: string;
  readonly principal: string;
  readonly sourceArn: string | undefined;
  readonly sourceAccount: string | undefined;
};

/** True if a statement allows the service to invoke the function on behalf of the source. */
export function permits(
  statements: readonly Statement[],
  asker: { readonly principal: string; readonly sourceArn: string; readonly account: string },
): boolean {
  return statements.some(
    ({ action, principal, sourceArn, sourceAccount }) =>
      matchesWildcards(action.toLowerCase(), 'lambda:invokefunction') &&
      (principal === '*' || principal === asker.principal) &&
      (sourceArn === undefined || matchesArn(sourceArn, asker.sourceArn)) &&
      (sourceAccount === undefined || sourceAccount === asker.account),
  );
}

/** Writes the JSON of a statement as AddPermission and GetPolicy do. */
export function writeStatement(statement: Statement, resource: string): unknown {
  const { id, action, principal, sourceArn, sourceAccount } = statement;
  const isService = principal.endsWith('.amazonaws.com');
  const condition = {
    ...(sourceAccount !== undefined && { StringEquals: { 'AWS:SourceAccount': sourceAccount } }),
    ...(sourceArn !== undefined && { ArnLike: { 'AWS:SourceArn': sourceArn } }),
  };
  return {
    Sid: id,
    Effect: 'Allow',
    Principal: isService ? { Service: principal } : principal === '*' ? '*' : { AWS: principal },
    Action: action,
    Resource: resource,
    ...(Object.keys(condition).length > 0 && { Condition: condition }),
  };
}
