// The caller of a management call and its permissions. Without a policy everything is allowed.
import { checkPolicy } from '../policy/check-policy.js';
import {
  evaluatePolicies,
  type PolicyQuestion,
  type Verdict,
} from '../policy/evaluate-policies.js';
import type { RoleBook } from '../service.js';
import type { SessionCredentials } from './credentials.js';

export type Caller = {
  readonly arn: string;
  readonly verdict: (question: PolicyQuestion) => Verdict;
  /** The text of AccessDenied; undefined when the caller may. */
  readonly denial: (question: PolicyQuestion) => string | undefined;
};

export type RestrictableCaller = Caller & { readonly restrict: (policy: unknown) => void };

export function createCaller(account: string): RestrictableCaller {
  const arn = `arn:aws:iam::${account}:user/tester`;
  let policy: unknown;
  const verdict = (question: PolicyQuestion): Verdict =>
    policy === undefined ? 'allowed' : evaluatePolicies([policy], question);
  return {
    arn,
    verdict,
    denial: (question) => {
      const found = verdict(question);
      return found === 'allowed' ? undefined : denialText(arn, question, found);
    },
    restrict: (next) => {
      if (next !== undefined) checkPolicy(JSON.stringify(next), 'identity');
      policy = next;
    },
  };
}

/** A function that calls with the session of its role. */
export function createRoleCaller(
  { roleArn, sessionArn }: SessionCredentials,
  roles: RoleBook,
): Caller {
  const verdict = ({ action, resource }: PolicyQuestion): Verdict =>
    roles.allows(roleArn, action, resource) ? 'allowed' : 'not-allowed';
  return {
    arn: sessionArn,
    verdict,
    denial: (question) => {
      const found = verdict(question);
      return found === 'allowed' ? undefined : denialText(sessionArn, question, found);
    },
  };
}

/** docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
export function denialText(
  arn: string,
  { action, resource }: PolicyQuestion,
  verdict: Exclude<Verdict, 'allowed'>,
): string {
  const reason =
    verdict === 'forbidden'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  return `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
}
