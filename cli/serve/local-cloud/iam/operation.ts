// The parameters, the errors and the stored roles of IAM operations.
import { randomBytes } from 'node:crypto';
import { detected, failed, wireName } from '../members.js';
import { evaluatePolicies, resourceVerdict } from '../policy/evaluate-policies.js';
import type { Form, QueryOperations, XmlValue } from '../query-service.js';
import type { Caller } from '../server/caller.js';
import { type CloudClock, type Refuse, RefusedCall, refusing, type RoleBook } from '../service.js';

export const noSuchEntity: Refuse = refusing(404, 'NoSuchEntity');
export const limitExceeded: Refuse = refusing(409, 'LimitExceeded');
export const validationError: Refuse = refusing(400, 'ValidationError');

/** In `takes`, an exclamation mark follows each required parameter. */
export type IamOperations = QueryOperations<Roles>;

export function roleOf(form: Form, { byName }: Roles): Role {
  const name = form.get('RoleName') ?? '';
  const role = byName.get(name);
  if (!role) throw noSuchRole(name);
  return role;
}

export function page<Item>(
  items: readonly Item[],
  form: Form,
): { readonly items: readonly Item[]; readonly next: Readonly<Record<string, XmlValue>> } {
  const size = Number(form.get('MaxItems') ?? 100);
  const start = Number(form.get('Marker') ?? 0);
  const end = start + size;
  const next = end < items.length ? { IsTruncated: true, Marker: end } : { IsTruncated: false };
  return { items: items.slice(start, end), next };
}

export function noSuchRole(name: string): RefusedCall {
  return noSuchEntity(`The role with name ${name} cannot be found.`);
}

export function noSuchPolicy(name: string): RefusedCall {
  return noSuchEntity(`The role policy with name ${name} cannot be found.`);
}

export function roleExists(name: string): RefusedCall {
  const message = `Role with name ${name} already exists.`;
  return new RefusedCall({ status: 409, code: 'EntityAlreadyExists', message });
}

export function deleteConflict(what: string): RefusedCall {
  const message = `Cannot delete entity, must ${what} first.`;
  return new RefusedCall({ status: 409, code: 'DeleteConflict', message });
}

type Constraint = {
  readonly minimum: number;
  readonly maximum: number;
  readonly pattern: RegExp;
  readonly hint: string;
};

const NAME: Constraint = {
  minimum: 1,
  maximum: 64,
  pattern: /^[\w+=,.@-]+$/,
  hint: 'It must contain only alphanumeric characters and/or the following: +=,.@_-',
};
const PATH: Constraint = {
  minimum: 1,
  maximum: 512,
  pattern: /^(?:\/|\/[\u0021-\u007e]+\/)$/,
  hint: 'It must begin and end with / and contain only alphanumeric characters and/or / characters.',
};
const DOCUMENT: Constraint = {
  minimum: 1,
  maximum: 131_072,
  pattern: /^[\u0009\u000a\u000d\u0020-\u00ff]+$/,
  hint: 'It contains invalid characters.',
};

const CONSTRAINTS: Readonly<Record<string, Constraint>> = {
  RoleName: NAME,
  PolicyName: { ...NAME, maximum: 128 },
  Path: PATH,
  PathPrefix: { ...PATH, pattern: /^\/[\u0021-\u007f]*$/ },
  PolicyDocument: DOCUMENT,
  AssumeRolePolicyDocument: DOCUMENT,
  Description: {
    minimum: 0,
    maximum: 1000,
    pattern: /^[\u0009\u000a\u000d\u0020-\u007e\u00a1-\u00ff]*$/,
    hint: 'It contains invalid characters.',
  },
  MaxItems: { minimum: 1, maximum: 4, pattern: /^(?:[1-9]\d{0,2}|1000)$/, hint: '1 to 1000.' },
};

export function checkParameters(form: Form, takes: string): void {
  const names = new Map(
    takes.split(/\s+/).map((word) => [word.replace('!', ''), word.endsWith('!')]),
  );
  const problems = [...form.keys()]
    .map((key) => key.split('.')[0] ?? '')
    .filter((root) => root !== 'Action' && root !== 'Version' && !names.has(root))
    .map((root) => `Unexpected parameter '${root}'`);
  for (const [name, isRequired] of names) {
    const value = form.get(name);
    const isList = [...form.keys()].some((key) => key.startsWith(`${name}.`));
    if (value === null && isRequired && !isList)
      problems.push(failed(wireName(name), 'not be null', null));
    if (value !== null) problems.push(...problemsOf(name, value));
  }
  if (problems.length > 0) throw invalid(problems);
}

function problemsOf(name: string, value: string): string[] {
  const constraint = CONSTRAINTS[name];
  if (!constraint) return [];
  const { minimum, maximum, pattern, hint } = constraint;
  if (value.length > maximum)
    return [failed(wireName(name), `have length less than or equal to ${maximum}`, value)];
  if (value.length < minimum)
    return [failed(wireName(name), `have length greater than or equal to ${minimum}`, value)];
  if (pattern.test(value)) return [];
  throw validationError(`The specified value for ${wireName(name)} is invalid. ${hint}`);
}

function invalid(problems: readonly string[]): RefusedCall {
  return validationError(detected(problems));
}

const MOST_TAGS = 50;
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const TAG_RULE = 'satisfy regular expression pattern: [\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*';

/** Reads `Tags.member.N.Key` and `Tags.member.N.Value`. */
export function readTags(form: Form): Map<string, string> {
  const tags = new Map<string, string>();
  for (let index = 1; form.has(`Tags.member.${index}.Key`); index += 1) {
    const place = `Tags.${index}.member`;
    const key = form.get(`Tags.member.${index}.Key`) ?? '';
    const value = form.get(`Tags.member.${index}.Value`);
    if (value === null) throw invalid([failed(`${place}.value`, 'not be null', null)]);
    if (key.length === 0 || key.length > 128 || !TAG.test(key))
      throw invalid([failed(`${place}.key`, TAG_RULE, key)]);
    if (value.length > 256 || !TAG.test(value))
      throw invalid([failed(`${place}.value`, TAG_RULE, value)]);
    if (key.toLowerCase().startsWith('aws:'))
      throw validationError('Tags cannot begin with aws:. They are reserved.');
    if (tags.has(key))
      throw validationError(
        'Duplicate tag keys found. Please note that Tag keys are case insensitive.',
      );
    tags.set(key, value);
  }
  if (tags.size > MOST_TAGS)
    throw invalid([failed('Tags', 'have length less than or equal to 50', '')]);
  return tags;
}

type InlinePolicy = {
  readonly text: string;
  readonly since: number;
  /** The document that applies until the new one has reached other services. */
  readonly before: string | undefined;
};

export type Role = {
  readonly name: string;
  readonly path: string;
  readonly id: string;
  readonly arn: string;
  readonly createdAt: number;
  trust: string;
  description: string | undefined;
  readonly maxSessionDuration: number;
  readonly tags: Map<string, string>;
  readonly policies: Map<string, InlinePolicy>;
  /** ARNs of managed policies. */
  readonly attached: Set<string>;
};

export type Roles = {
  readonly account: string;
  readonly clock: CloudClock;
  /** The user of the account. */
  readonly caller: Caller;
  readonly byName: Map<string, Role>;
  /** The maximum number of roles in the account. */
  readonly quota: number;
  readonly book: RoleBook;
  /** Returns true if reads return the role. */
  readonly isVisible: (role: Role) => boolean;
};

/** Milliseconds until Lambda can assume a new role. */
const ROLE_SPREADS = 8_000;
/** Milliseconds until a policy change takes effect. */
const POLICY_SPREADS = 4_000;

export type IamPorts = Pick<Roles, 'account' | 'clock' | 'caller' | 'byName'> & {
  readonly readsLag: number;
  readonly roleQuota: number;
};

export function createRoles({ readsLag, roleQuota: quota, ...ports }: IamPorts): Roles {
  const { account, clock, byName } = ports;
  const byArn = (arn: string): Role | undefined =>
    [...byName.values()].find((role) => role.arn === arn);
  const hasSpread = (since: number, milliseconds: number): boolean =>
    clock.now() - since >= clock.scaled(milliseconds);
  const effective = (policy: InlinePolicy): string | undefined =>
    hasSpread(policy.since, POLICY_SPREADS) ? policy.text : policy.before;
  const policiesOf = (arn: string): readonly unknown[] =>
    [...(byArn(arn)?.policies.values() ?? [])]
      .map(effective)
      .filter((text) => text !== undefined)
      .map((text): unknown => JSON.parse(text));
  return {
    ...ports,
    quota,
    isVisible: ({ createdAt }) => hasSpread(createdAt, readsLag),
    book: {
      assume: (arn, service = 'lambda.amazonaws.com') => {
        const role = byArn(arn);
        if (!role || !trusts(role, [service])) return 'missing';
        return hasSpread(role.createdAt, ROLE_SPREADS) ? 'ready' : 'new';
      },
      allows: (arn, action, resource) =>
        evaluatePolicies(policiesOf(arn), { action, resource }) === 'allowed',
      policiesOf,
      trustsAccount: (arn) => {
        const role = byArn(arn);
        const root = `arn:aws:iam::${account}:root`;
        return role !== undefined && trusts(role, [account, root]);
      },
    },
  };
}

export function newRoleId(): string {
  return `AROA${randomBytes(9).toString('hex').toUpperCase().slice(0, 17)}`;
}

/** Returns true if the role trusts the principals. A trust policy has no Resource, because it applies to its own role. */
function trusts(role: Role, principals: readonly string[]): boolean {
  const document = JSON.parse(role.trust) as { Statement: object | readonly object[] }; // because it was validated when it was stored
  const rows = [document.Statement].flat().map((statement) => ({ ...statement, Resource: '*' }));
  const question = { action: 'sts:AssumeRole', resource: '*', principals };
  return resourceVerdict(JSON.stringify({ Statement: rows }), question) === 'allowed';
}
