// The type of an IAM operation: its parameters and its function.
import type { Caller } from '../server/caller.js';
import { wireName } from '../members.js';
import { RefusedCall, type CloudClock, type RoleBook } from '../service.js';
import { randomBytes } from 'node:crypto';
import { evaluatePolicies, resourceVerdict } from '../policy/evaluate-policies.js';

type IamOperation = {
  /** The parameters; those with an exclamation mark are required. */
  readonly takes: string;
  /** Returns the members of the result; undefined if there are none. */
  readonly run: (call: IamCall) => XmlValue;
};

/** By name, for example `GetRole`. */
export type IamOperations = Readonly<Record<string, IamOperation>>;

type IamCall = {
  readonly roles: Roles;
  readonly caller: Caller;
  readonly parameters: Parameters;
};

export function roleOf({ roles, parameters }: IamCall): Role {
  const name = parameters.text('RoleName');
  const role = roles.byName.get(name);
  if (!role) throw noSuchRole(name);
  return role;
}

/** Documents are percent-encoded in responses. */
export function encodeDocument(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns a page of a sorted list and the marker for the next page. */
export function page<Item>(
  items: readonly Item[],
  { parameters }: IamCall,
): { readonly items: readonly Item[]; readonly next: Readonly<Record<string, XmlValue>> } {
  const size = Number(parameters.optional('MaxItems') ?? 100);
  const start = Number(parameters.optional('Marker') ?? 0);
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

export function noSuchEntity(message: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NoSuchEntity', message });
}

export function roleExists(name: string): RefusedCall {
  const message = `Role with name ${name} already exists.`;
  return new RefusedCall({ status: 409, code: 'EntityAlreadyExists', message });
}

export function deleteConflict(what: string): RefusedCall {
  const message = `Cannot delete entity, must ${what} first.`;
  return new RefusedCall({ status: 409, code: 'DeleteConflict', message });
}

export function limitExceeded(message: string): RefusedCall {
  return new RefusedCall({ status: 409, code: 'LimitExceeded', message });
}

export function validationError(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'ValidationError', message });
}

export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlValue[]
  | ReadonlyMap<string, XmlValue>
  | { readonly [name: string]: XmlValue };

const NAMESPACE = 'https://iam.amazonaws.com/doc/2010-05-08/';

/** Writes a response. `result` is undefined for an operation that returns nothing. */
export function writeAnswer(operation: string, result: XmlValue, requestId: string): string {
  const content =
    (result === undefined ? '' : element(`${operation}Result`, result)) +
    element('ResponseMetadata', { RequestId: requestId });
  return `<${operation}Response xmlns="${NAMESPACE}">${content}</${operation}Response>`;
}

export function writeError(
  error: { readonly isServer: boolean; readonly code: string; readonly message: string },
  requestId: string,
): string {
  const content = element('Error', {
    Type: error.isServer ? 'Receiver' : 'Sender',
    Code: error.code,
    Message: error.message,
  });
  return `<ErrorResponse xmlns="${NAMESPACE}">${content}${element('RequestId', requestId)}</ErrorResponse>`;
}

function element(name: string, value: XmlValue): string {
  return value === undefined ? '' : `<${name}>${content(value)}</${name}>`;
}

function content(value: Exclude<XmlValue, undefined>): string {
  if (isList(value)) return value.map((item) => element('member', item)).join('');
  if (isMap(value)) {
    const entries = [...value].map(([key, item]) => element('entry', { key, value: item }));
    return entries.join('');
  }
  if (typeof value !== 'object') return escape(String(value));
  return Object.entries(value)
    .map(([name, item]) => element(name, item))
    .join('');
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value);
}

function isMap(value: XmlValue): value is ReadonlyMap<string, XmlValue> {
  return value instanceof Map;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

// The parameters of a call in the query protocol: a form that represents lists as names such as `Tags.member.1.Key`. Unknown
// parameters are rejected, and all others are validated.

type Parameters = {
  /** Returns a required parameter. */
  readonly text: (name: string) => string;
  readonly optional: (name: string) => string | undefined;
  /** `Tags.member.N.Key` and `.Value`. */
  readonly tags: () => ReadonlyMap<string, string>;
  /** `TagKeys.member.N`. */
  readonly list: (name: string) => readonly string[];
};

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

export function readParameters(form: URLSearchParams, takes: string): Parameters {
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
      problems.push(failed(name, null, 'Member must not be null'));
    if (value !== null) problems.push(...problemsOf(name, value));
  }
  if (problems.length > 0) throw detected(problems);
  return {
    text: (name) => form.get(name) ?? '',
    optional: (name) => form.get(name) ?? undefined,
    tags: () => readTags(form),
    list: (name) => readList(form, name),
  };
}

function problemsOf(name: string, value: string): string[] {
  const constraint = CONSTRAINTS[name];
  if (!constraint) return [];
  const { minimum, maximum, pattern, hint } = constraint;
  if (value.length > maximum)
    return [failed(name, value, `Member must have length less than or equal to ${maximum}`)];
  if (value.length < minimum)
    return [failed(name, value, `Member must have length greater than or equal to ${minimum}`)];
  if (pattern.test(value)) return [];
  throw validationError(`The specified value for ${wireName(name)} is invalid. ${hint}`);
}

function failed(name: string, value: string | null, rule: string): string {
  const shown = value === null ? 'Value null' : `Value '${value}'`;
  return `${shown} at '${wireName(name)}' failed to satisfy constraint: ${rule}`;
}

function detected(problems: readonly string[]): Error {
  const [count, noun] = [problems.length, problems.length === 1 ? 'error' : 'errors'];
  return validationError(`${count} validation ${noun} detected: ${problems.join('; ')}`);
}

const MOST_TAGS = 50;
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

function readTags(form: URLSearchParams): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (let index = 1; form.has(`Tags.member.${index}.Key`); index += 1) {
    const key = form.get(`Tags.member.${index}.Key`) ?? '';
    const value = form.get(`Tags.member.${index}.Value`);
    if (value === null) throw detected([failed(`Tags.${index}.member.value`, null, NOT_NULL)]);
    if (key.length === 0 || key.length > 128 || !TAG.test(key))
      throw detected([failed(`Tags.${index}.member.key`, key, TAG_RULE)]);
    if (value.length > 256 || !TAG.test(value))
      throw detected([failed(`Tags.${index}.member.value`, value, TAG_RULE)]);
    if (key.toLowerCase().startsWith('aws:'))
      throw validationError('Tags cannot begin with aws:. They are reserved.');
    if (tags.has(key))
      throw validationError(
        'Duplicate tag keys found. Please note that Tag keys are case insensitive.',
      );
    tags.set(key, value);
  }
  if (tags.size > MOST_TAGS)
    throw detected([failed('Tags', '', 'Member must have length less than or equal to 50')]);
  return tags;
}

const NOT_NULL = 'Member must not be null';
const TAG_RULE = `Member must satisfy regular expression pattern: [\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*`;

function readList(form: URLSearchParams, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 1; form.has(`${name}.member.${index}`); index += 1)
    values.push(form.get(`${name}.member.${index}`) ?? '');
  return values;
}

type InlinePolicy = {
  /** The document from the request. */
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

export function createRoles({
  account,
  clock,
  readsLag,
  roleQuota: quota,
  byName,
}: {
  readonly account: string;
  readonly clock: CloudClock;
  readonly readsLag: number;
  readonly roleQuota: number;
  readonly byName: Roles['byName'];
}): Roles {
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
    account,
    clock,
    byName,
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
