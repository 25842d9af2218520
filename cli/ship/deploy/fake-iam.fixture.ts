// IAM in memory, for tests of deploy.
import type { Cloud } from '../../cloud/cloud.js';
import type { CloudRole } from '../../cloud/services/iam.js';
import { has, refused } from './fake-refusal.fixture.js';

/** `age` counts how often Lambda has asked for the role: it refuses a role at first. */
export type FakeRole = CloudRole & { policies: Map<string, unknown>; age: number };

export function fakeIam(roles: Map<string, FakeRole>, account: string): Cloud['iam'] {
  return {
    getRole: (name) => Promise.resolve(roles.get(name)),
    listRoles: (prefix) =>
      Promise.resolve([...roles.keys()].filter((name) => name.startsWith(prefix))),
    createRole: async ({ name, trust, tags }) => {
      if (roles.has(name)) throw refused('exists', 'createRole');
      const role = {
        name,
        arn: `arn:aws:iam::${account}:role/${name}`,
        trust,
        tags,
        policies: new Map<string, unknown>(),
        age: 0,
      };
      roles.set(name, role);
      return Promise.resolve(role);
    },
    updateTrust: async (name, trust) => {
      roles.set(name, { ...has(roles, name), trust });
      return Promise.resolve();
    },
    tagRole: async (name, tags) => {
      roles.set(name, { ...has(roles, name), tags });
      return Promise.resolve();
    },
    getRolePolicy: (role, policy) => Promise.resolve(roles.get(role)?.policies.get(policy)),
    putRolePolicy: async (role, policy, document) => {
      has(roles, role).policies.set(policy, document);
      return Promise.resolve();
    },
    listRolePolicies: (role) => Promise.resolve([...(roles.get(role)?.policies.keys() ?? [])]),
    deleteRolePolicy: async (role, policy) => {
      roles.get(role)?.policies.delete(policy);
      return Promise.resolve();
    },
    deleteRole: async (name) => {
      if ((roles.get(name)?.policies.size ?? 0) > 0) throw refused('rejected', 'deleteRole');
      roles.delete(name);
      return Promise.resolve();
    },
  };
}
