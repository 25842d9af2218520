// IAM: roles and their policies, in the query protocol with XML responses.
import { randomUUID } from 'node:crypto';
import {
  answerOrRefuse,
  isWriting,
  RefusedCall,
  type CloudClock,
  type Refusal,
  type RoleBook,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';
import type { Caller } from '../server/caller.js';
import {
  type IamOperations,
  type XmlValue,
  deleteConflict,
  encodeDocument,
  limitExceeded,
  noSuchEntity,
  noSuchPolicy,
  noSuchRole,
  page,
  readParameters,
  roleExists,
  roleOf,
  validationError,
  writeAnswer,
  writeError,
  type Role,
  type Roles,
  createRoles,
  newRoleId,
} from './operation.js';
import { checkPolicy } from '../policy/check-policy.js';

const TRUST_LIMIT = 2048;

const ROLE_OPERATIONS: IamOperations = {
  CreateRole: {
    takes: `RoleName! AssumeRolePolicyDocument! Path Description
      MaxSessionDuration Tags`,
    run: (call) => {
      const { roles, caller, parameters } = call;
      const name = parameters.text('RoleName');
      const path = parameters.optional('Path') ?? '/';
      const trust = readTrust(parameters.text('AssumeRolePolicyDocument'));
      const tags = new Map(parameters.tags());
      const arn = `arn:aws:iam::${roles.account}:role${path}${name}`;
      const denial =
        tags.size > 0 ? caller.denial({ action: 'iam:TagRole', resource: arn }) : undefined;
      if (denial !== undefined)
        throw new RefusedCall({ status: 403, code: 'AccessDenied', message: denial });
      // Role names are unique regardless of case.
      const isTaken = [...roles.byName.keys()].some(
        (taken) => taken.toLowerCase() === name.toLowerCase(),
      );
      if (isTaken) throw roleExists(name);
      if (roles.byName.size >= roles.quota)
        throw limitExceeded(`Cannot exceed quota for RolesPerAccount: ${roles.quota}`);
      const role: Role = {
        name,
        path,
        id: newRoleId(),
        arn,
        createdAt: roles.clock.now(),
        trust,
        description: parameters.optional('Description'),
        maxSessionDuration: sessionDuration(parameters.optional('MaxSessionDuration')),
        tags,
        policies: new Map(),
        attached: new Set(),
      };
      roles.byName.set(name, role);
      return { Role: describe(role, 'full') };
    },
  },
  GetRole: {
    takes: 'RoleName!',
    run: (call) => {
      const role = roleOf(call);
      if (!call.roles.isVisible(role)) throw noSuchRole(role.name);
      return { Role: describe(role, 'full') };
    },
  },
  ListRoles: {
    takes: 'PathPrefix Marker MaxItems',
    run: (call) => {
      const prefix = call.parameters.optional('PathPrefix') ?? '/';
      const found = [...call.roles.byName.values()]
        .filter((role) => role.path.startsWith(prefix) && call.roles.isVisible(role))
        .sort((one, other) => one.name.localeCompare(other.name, 'en'));
      const { items, next } = page(found, call);
      return { Roles: items.map((role) => describe(role, 'listed')), ...next };
    },
  },
  UpdateAssumeRolePolicy: {
    takes: 'RoleName! PolicyDocument!',
    run: (call) => {
      const role = roleOf(call);
      role.trust = readTrust(call.parameters.text('PolicyDocument'));
    },
  },
  TagRole: {
    takes: 'RoleName! Tags!',
    run: (call) => {
      const { tags } = roleOf(call);
      const merged = new Map([...tags, ...call.parameters.tags()]);
      if (merged.size > 50) throw limitExceeded('Cannot exceed quota for TagsPerRole: 50');
      for (const [key, value] of merged) tags.set(key, value);
    },
  },
  UntagRole: {
    takes: 'RoleName! TagKeys!',
    run: (call) => {
      const { tags } = roleOf(call);
      for (const key of call.parameters.list('TagKeys')) tags.delete(key);
    },
  },
  DeleteRole: {
    takes: 'RoleName!',
    run: (call) => {
      const role = roleOf(call);
      if (role.policies.size > 0) throw deleteConflict('delete policies');
      if (role.attached.size > 0) throw deleteConflict('detach all policies');
      call.roles.byName.delete(role.name);
    },
  },
  /** Returns only the entries about roles. */
  GetAccountSummary: {
    takes: '',
    run: ({ roles }) => ({
      SummaryMap: new Map([
        ['Roles', roles.byName.size],
        ['RolesQuota', roles.quota],
      ]),
    }),
  },
};

function readTrust(text: string): string {
  checkPolicy(text, 'trust');
  if (text.replaceAll(/\s/g, '').length > TRUST_LIMIT)
    throw limitExceeded(`Cannot exceed quota for ACLSizePerRole: ${TRUST_LIMIT}`);
  return text;
}

function sessionDuration(text: string | undefined): number {
  const seconds = Number(text ?? 3600);
  if (Number.isInteger(seconds) && seconds >= 3600 && seconds <= 43_200) return seconds;
  const rule = 'Member must have value greater than or equal to 3600';
  throw validationError(
    `1 validation error detected: Value '${text}' at 'maxSessionDuration' failed to satisfy constraint: ${rule}`,
  );
}

/** Lists of roles omit the tags. */
function describe(role: Role, extent: 'full' | 'listed'): XmlValue {
  const tags = [...role.tags].map(([Key, Value]) => ({ Key, Value }));
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.id,
    Arn: role.arn,
    CreateDate: `${new Date(role.createdAt).toISOString().slice(0, 19)}Z`,
    AssumeRolePolicyDocument: encodeDocument(role.trust),
    Description: role.description,
    MaxSessionDuration: role.maxSessionDuration,
    ...(extent === 'full' && { Tags: tags.length > 0 ? tags : undefined, RoleLastUsed: {} }),
  };
}

/** The maximum number of characters in all inline policies of a role together, not counting whitespace. */
const POLICIES_LIMIT = 10_240;

const ROLE_POLICY_OPERATIONS: IamOperations = {
  GetRolePolicy: {
    takes: 'RoleName! PolicyName!',
    run: (call) => {
      const role = roleOf(call);
      const name = call.parameters.text('PolicyName');
      const policy = role.policies.get(name);
      if (!policy) throw noSuchPolicy(name);
      return {
        RoleName: role.name,
        PolicyName: name,
        PolicyDocument: encodeDocument(policy.text),
      };
    },
  },
  PutRolePolicy: {
    takes: 'RoleName! PolicyName! PolicyDocument!',
    run: (call) => {
      const role = roleOf(call);
      const name = call.parameters.text('PolicyName');
      const text = call.parameters.text('PolicyDocument');
      checkPolicy(text, 'identity');
      if (sizeWith(role, name, text) > POLICIES_LIMIT)
        throw limitExceeded(
          `Maximum policy size of ${POLICIES_LIMIT} bytes exceeded for role ${role.name}`,
        );
      const before = role.policies.get(name)?.text;
      role.policies.set(name, { text, since: call.roles.clock.now(), before });
    },
  },
  ListRolePolicies: {
    takes: 'RoleName! Marker MaxItems',
    run: (call) => {
      const { items, next } = page([...roleOf(call).policies.keys()].sort(), call);
      return { PolicyNames: items, ...next };
    },
  },
  DeleteRolePolicy: {
    takes: 'RoleName! PolicyName!',
    run: (call) => {
      const name = call.parameters.text('PolicyName');
      if (!roleOf(call).policies.delete(name)) throw noSuchPolicy(name);
    },
  },
  AttachRolePolicy: {
    takes: 'RoleName! PolicyArn!',
    run: (call) => {
      const arn = call.parameters.text('PolicyArn');
      if (!/^arn:aws:iam::(?:aws|\d{12}):policy\/[\w+=,.@/-]+$/.test(arn))
        throw validationError(`ARN ${arn} is not valid.`);
      roleOf(call).attached.add(arn);
    },
  },
  DetachRolePolicy: {
    takes: 'RoleName! PolicyArn!',
    run: (call) => {
      const arn = call.parameters.text('PolicyArn');
      if (!roleOf(call).attached.delete(arn)) throw noSuchEntity(`Policy ${arn} was not found.`);
    },
  },
  ListAttachedRolePolicies: {
    takes: 'RoleName! PathPrefix Marker MaxItems',
    run: (call) => {
      const { items, next } = page([...roleOf(call).attached].sort(), call);
      return {
        AttachedPolicies: items.map((arn) => ({
          PolicyName: arn.split('/').at(-1),
          PolicyArn: arn,
        })),
        ...next,
      };
    },
  },
  /**
   * Terraform calls this operation before it deletes a role. This cloud has no instances, so no role has an instance profile.
   */
  ListInstanceProfilesForRole: {
    takes: 'RoleName! Marker MaxItems',
    run: (call) => {
      roleOf(call);
      return { InstanceProfiles: [], IsTruncated: false };
    },
  },
};

function sizeWith(role: Role, name: string, text: string): number {
  const others = [...role.policies].filter(([other]) => other !== name);
  return [...others.map(([, policy]) => policy.text), text]
    .map((document) => document.replaceAll(/\s/g, '').length)
    .reduce((sum, size) => sum + size, 0);
}

const VERSION = '2010-05-08';
const OPERATIONS = new Map(Object.entries({ ...ROLE_OPERATIONS, ...ROLE_POLICY_OPERATIONS }));

export type Iam = { readonly service: Service; readonly roles: RoleBook };

export function createIam(ports: {
  readonly account: string;
  readonly clock: CloudClock;
  readonly caller: Caller;
  readonly readsLag: number;
  readonly roleQuota: number;
  readonly byName: Roles['byName'];
}): Iam {
  const { account, caller } = ports;
  const roles = createRoles(ports);
  const roleArn = (name: string): string =>
    roles.byName.get(name)?.arn ?? `arn:aws:iam::${account}:role/${name}`;
  const service: Service = {
    name: 'iam',
    operationOf: (request) => {
      const form = readForm(request);
      const name = form.get('Action') ?? '';
      if (!OPERATIONS.has(name) || form.get('Version') !== VERSION) return undefined;
      const resource = roleArn(form.get('RoleName') ?? '');
      return { name, isWrite: isWriting(name), action: `iam:${name}`, resource };
    },
    answer: ({ name }, request) =>
      answerOrRefuse(refuse, () => {
        const operation = OPERATIONS.get(name);
        if (!operation) throw new Error(`iam has no ${name}`);
        const parameters = readParameters(readForm(request), operation.takes);
        const result = operation.run({ roles, caller, parameters });
        return answer(200, (requestId) => writeAnswer(name, result, requestId));
      }),
    refuse,
    inventory: () => [...roles.byName.keys()].map((name) => `role ${name}`),
  };
  return { service, roles: roles.book };
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const error = { isServer: status >= 500, code, message };
  const { headers: own, ...rest } = answer(status, (requestId) => writeError(error, requestId));
  return { ...rest, headers: { ...own, ...headers } };
}

function answer(status: number, write: (requestId: string) => string): ServiceAnswer {
  const requestId = randomUUID();
  return {
    status,
    headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': requestId },
    body: write(requestId),
  };
}

function readForm({ body }: ServiceRequest): URLSearchParams {
  return new URLSearchParams(body.toString());
}
