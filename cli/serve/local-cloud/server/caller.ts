// The caller of a management call, with credentials and permissions. By default, everything is allowed.
import { randomBytes } from 'node:crypto';
import { checkPolicy } from '../policy/check-policy.js';
import {
  type PolicyQuestion,
  type Verdict,
  allowedResources,
  evaluatePolicies,
} from '../policy/evaluate-policies.js';
import type { RoleBook } from '../service.js';

export type Caller = {
  readonly arn: string;
  /** The caller's principals, in the forms that resource policies use. */
  readonly principals: readonly string[];
  readonly verdict: (question: PolicyQuestion) => Verdict;
  /** Returns the AccessDenied message; undefined if the caller has permission. */
  readonly denial: (question: PolicyQuestion) => string | undefined;
};

type RestrictableCaller = Caller & { readonly restrict: (policy: unknown) => void };

export function createCaller(account: string): RestrictableCaller {
  const arn = `arn:aws:iam::${account}:user/tester`;
  let policy: unknown;
  const verdict: Caller['verdict'] = (question) =>
    policy === undefined ? 'allowed' : evaluatePolicies([policy], question);
  return {
    ...callerOf([arn], verdict),
    restrict: (next) => {
      if (next !== undefined) checkPolicy(JSON.stringify(next), 'identity');
      policy = next;
    },
  };
}

export function createRoleCaller(
  { roleArn, sessionArn }: SessionCredentials,
  roles: RoleBook,
): Caller {
  const verdict: Caller['verdict'] = (question) =>
    evaluatePolicies(roles.policiesOf(roleArn), question);
  return callerOf([sessionArn, roleArn], verdict, (question) => hintText(roleArn, question, roles));
}

function callerOf(
  principals: readonly [arn: string, ...others: readonly string[]],
  verdict: Caller['verdict'],
  hint: (question: PolicyQuestion) => string = () => '',
): Caller {
  const [arn] = principals;
  return {
    arn,
    principals,
    verdict,
    denial: (question) => {
      const found = verdict(question);
      if (found === 'allowed') return undefined;
      return denialText(arn, question, found) + (found === 'forbidden' ? '' : hint(question));
    },
  };
}

/** The caller of an unsigned request, which only a resource policy can allow. */
export const anonymousCaller: Caller = {
  arn: 'anonymous',
  principals: [],
  verdict: () => 'not-allowed',
  denial: () => 'Access Denied',
};

/** Returns the similar permissions in the role's policy, and where to add the missing statement. */
function hintText(roleArn: string, question: PolicyQuestion, roles: RoleBook): string {
  const { action, resource } = question;
  const documents = roles.policiesOf(roleArn);
  const elsewhere = allowedResources(documents, action);
  const name = roleArn.split('/').at(-1) ?? '';
  const found =
    elsewhere.length > 0
      ? `The policy of the role ${name} allows ${action} only on ${elsewhere.join(', ')}.`
      : `The policy of the role ${name} does not contain ${action}.`;
  const statement = JSON.stringify({ Effect: 'Allow', Action: action, Resource: resource });
  return `. ${found} \`framework gen-policy\` prints what it finds in the code. If it does not find this call, add this statement to .framework/policy-base.json (with \`autogen_policy\` false, to the policy file of the stage) and deploy again: ${statement}`;
}

/** docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
export function denialText(
  arn: string,
  { action, resource }: PolicyQuestion,
  verdict: Exclude<Verdict, 'allowed'> | 'forbidden-by-resource',
): string {
  const reason = {
    forbidden: 'with an explicit deny in an identity-based policy',
    'forbidden-by-resource': 'with an explicit deny in a resource-based policy',
    'not-allowed': `because no identity-based policy allows the ${action} action`,
  }[verdict];
  return `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
}

export type SessionCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly roleArn: string;
  /** For example `arn:aws:sts::123456789012:assumed-role/role/function`. */
  readonly sessionArn: string;
};

export type UserCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

export type CredentialBook = {
  readonly user: UserCredentials;
  readonly issue: (roleArn: string, sessionName: string) => SessionCredentials;
  readonly revoke: (accessKeyId: string) => void;
  readonly sessionOf: (accessKeyId: string) => SessionCredentials | undefined;
};

export function createCredentialBook(
  user: UserCredentials = { accessKeyId: 'test', secretAccessKey: 'test' },
): CredentialBook {
  const sessions = new Map<string, SessionCredentials>();
  return {
    user,
    issue: (roleArn, sessionName) => {
      const session = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(20).toString('hex'),
        sessionToken: randomBytes(60).toString('base64url'),
        roleArn,
        sessionArn: sessionArn(roleArn, sessionName),
      };
      sessions.set(session.accessKeyId, session);
      return session;
    },
    revoke: (accessKeyId) => {
      sessions.delete(accessKeyId);
    },
    sessionOf: (accessKeyId) => sessions.get(accessKeyId),
  };
}

/** Returns the ARN of a session, which does not contain the path of the role. */
function sessionArn(roleArn: string, sessionName: string): string {
  const [, account = '', name = ''] =
    /^arn:aws:iam::(\d+):role\/(?:.*\/)?([^/]+)$/.exec(roleArn) ?? [];
  return `arn:aws:sts::${account}:assumed-role/${name}/${sessionName}`;
}
