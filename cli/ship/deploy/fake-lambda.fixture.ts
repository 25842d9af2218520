// Lambda in memory, for tests of deploy.
import type { Cloud } from '../../cloud/cloud.js';
import { createHash } from 'node:crypto';
import type {
  CloudFunction,
  DescribedVersion,
  Permission,
} from '../../cloud/services/lambda-function.js';
import type { FakeRole } from './fake-iam.fixture.js';
import { has, refused } from './fake-refusal.fixture.js';

export type FakeFunction = {
  current: CloudFunction;
  /** The number of reads until the change is done. */
  busyReads: number;
  versions: (DescribedVersion & { zip: Uint8Array })[];
  permissions: Permission[];
};

type FakeLambdaInput = {
  readonly region: string;
  readonly account: string;
  readonly functions: Map<string, FakeFunction>;
  readonly roles: ReadonlyMap<string, FakeRole>;
  /** Grows with each change, for revisions and times. */
  readonly clock: { time: number };
};

export function fakeLambda({
  region,
  account,
  functions,
  roles,
  clock,
}: FakeLambdaInput): Cloud['lambda'] {
  const shaOf = (zip: Uint8Array): string => createHash('sha256').update(zip).digest('base64');
  const change = (
    name: string,
    changes: Partial<CloudFunction>,
    revision?: string,
  ): CloudFunction => {
    const one = has(functions, name);
    if (one.busyReads > 0) throw refused('busy', 'update');
    if (revision !== undefined && revision !== one.current.revisionId) {
      throw refused('changed', 'update');
    }
    clock.time += 1;
    const progress = { kind: 'working' } as const;
    one.current = { ...one.current, ...changes, progress, revisionId: `r${clock.time}` };
    one.busyReads = 1;
    return one.current;
  };
  const renew = (name: string): void => {
    const one = has(functions, name);
    clock.time += 1;
    one.current = { ...one.current, revisionId: `r${clock.time}` };
  };
  const publish = (one: FakeFunction, zip: Uint8Array): string => {
    const codeSha256 = shaOf(zip);
    const [newest] = one.versions;
    const { architecture } = one.current;
    if (newest?.codeSha256 === codeSha256 && newest.architecture === architecture)
      return newest.version;
    clock.time += 1;
    const version = String(one.versions.length + 1);
    one.versions.unshift({
      ...describedOf(one.current),
      version,
      codeSha256,
      architecture,
      publishedAt: clock.time,
      zip,
    });
    return version;
  };

  return {
    getFunction: (name) => Promise.resolve(functions.get(name)?.current),
    getFunctionConfiguration: (name) => {
      const one = functions.get(name);
      if (one && one.busyReads > 0) {
        one.busyReads -= 1;
        if (one.busyReads === 0) one.current = { ...one.current, progress: { kind: 'ready' } };
      }
      return Promise.resolve(one?.current);
    },
    describeFunctions: () => Promise.resolve([]),
    listFunctions: (prefix) =>
      Promise.resolve([...functions.keys()].filter((name) => name.startsWith(prefix))),
    createFunction: async ({ zip, name, ...settings }) => {
      if (functions.has(name)) throw refused('exists', 'createFunction');
      const role = roles.get(nameOf(settings.role).replace('role/', ''));
      if (role && (role.age += 1) < 3) throw refused('role-not-ready', 'createFunction');
      clock.time += 1;
      const current: CloudFunction = {
        ...settings,
        name,
        arn: `arn:aws:lambda:${region}:${account}:function:${name}`,
        codeSha256: shaOf(zip),
        codeSize: zip.byteLength,
        revisionId: `r${clock.time}`,
        progress: { kind: 'working' },
        reservedConcurrency: undefined,
      };
      const one: FakeFunction = { current, busyReads: 1, versions: [], permissions: [] };
      const version = publish(one, zip);
      functions.set(name, one);
      return Promise.resolve({ ...current, version });
    },
    updateFunctionCode: async ({ name, zip, architecture, revisionId }) => {
      const code = { codeSha256: shaOf(zip), codeSize: zip.byteLength };
      const updated = change(name, { ...code, architecture }, revisionId);
      return Promise.resolve({ ...updated, version: publish(has(functions, name), zip) });
    },
    updateFunctionConfiguration: async ({ name, revisionId, ...settings }) =>
      Promise.resolve(change(name, settings, revisionId)),
    describeFunction: async ({ name, revisionId, description }) =>
      Promise.resolve(change(name, { description }, revisionId)),
    putConcurrency: async (name, reservedConcurrency) => {
      const one = has(functions, name);
      one.current = { ...one.current, reservedConcurrency };
      return Promise.resolve();
    },
    deleteConcurrency: async (name) => {
      const one = has(functions, name);
      one.current = { ...one.current, reservedConcurrency: undefined };
      return Promise.resolve();
    },
    tagFunction: async (arn, tags) => {
      const one = has(functions, nameOf(arn));
      one.current = { ...one.current, tags: { ...one.current.tags, ...tags } };
      return Promise.resolve();
    },
    untagFunction: async (arn, keys) => {
      const one = has(functions, nameOf(arn));
      const tags = Object.entries(one.current.tags).filter(([key]) => !keys.includes(key));
      one.current = { ...one.current, tags: Object.fromEntries(tags) };
      return Promise.resolve();
    },
    getPermissions: (name) => Promise.resolve(functions.get(name)?.permissions ?? []),
    addPermission: async (name, permission) => {
      const { permissions } = has(functions, name);
      if (!permissions.some((one) => one.statementId === permission.statementId)) {
        permissions.push(permission);
        renew(name);
      }
      return Promise.resolve();
    },
    removePermission: async (name, statementId) => {
      const one = has(functions, name);
      one.permissions = one.permissions.filter((other) => other.statementId !== statementId);
      renew(name);
      return Promise.resolve();
    },
    listVersions: (name) => Promise.resolve(functions.get(name)?.versions ?? []),
    readHistory: (name) => {
      const one = functions.get(name);
      const latest = one && {
        ...describedOf(one.current),
        codeSha256: one.current.codeSha256,
        architecture: one.current.architecture,
        publishedAt: clock.time,
      };
      return Promise.resolve({ latest, versions: one?.versions ?? [] });
    },
    downloadCode: async (name, version) => {
      const found = has(functions, name).versions.find((one) => one.version === version);
      if (!found) throw refused('missing', 'downloadCode');
      return Promise.resolve(found.zip);
    },
    deleteFunction: async (name) => {
      functions.delete(nameOf(name));
      return Promise.resolve();
    },
    invoke: () => Promise.reject(new Error('not here')),
    invokeStream: () => Promise.reject(new Error('not here')),
  };
}

/** The name at the end of an ARN. */
export function nameOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}

function describedOf(one: CloudFunction): Pick<DescribedVersion, 'description' | 'settings'> {
  const { role, runtime, handler, timeout, memorySize, environment, vpc } = one;
  const { layers, ephemeralStorage, tracing } = one;
  return {
    description: one.description,
    settings: {
      ...{ role, runtime, handler, timeout, memorySize, environment, vpc },
      ...{ layers, ephemeralStorage, tracing },
    },
  };
}
