// Domain names in memory, for tests of deploy.
import type { Cloud } from '../../cloud/cloud.js';
import type { CloudError, CloudErrorKind } from '../../cloud/cloud-error.js';
import type { CloudDomain, CloudMapping } from '../../cloud/services/domains.js';

export type FakeDomain = {
  domain: CloudDomain;
  /** By base path. */
  readonly mappings: Map<string, CloudMapping>;
};

type Refuse = (kind: CloudErrorKind, operation: string) => CloudError;

export function fakeDomains(
  domains: Map<string, FakeDomain>,
  refuse: Refuse,
): Pick<
  Cloud['apiGateway'],
  | 'getDomain'
  | 'createDomain'
  | 'updateDomain'
  | 'tagDomain'
  | 'untagDomain'
  | 'deleteDomain'
  | 'listMappings'
  | 'createMapping'
  | 'updateMapping'
  | 'deleteMapping'
> {
  const has = (name: string): FakeDomain => {
    const found = domains.get(name);
    if (!found) throw refuse('missing', name);
    return found;
  };
  const change = (name: string, changes: Partial<CloudDomain>): Promise<void> => {
    const one = has(name);
    one.domain = { ...one.domain, ...changes };
    return Promise.resolve();
  };
  return {
    getDomain: (name) => Promise.resolve(domains.get(name)?.domain),
    createDomain: (wanted) => {
      if (domains.has(wanted.name)) return Promise.reject(refuse('rejected', 'createDomain'));
      const { name, certificateArn, endpointType, tlsVersion, tags } = wanted;
      const target = { target: `d-${name}`, zone: 'Z1' };
      const domain = { name, certificateArn, endpointType, tlsVersion, tags, ...target };
      domains.set(name, { domain, mappings: new Map() });
      return Promise.resolve(domain);
    },
    updateDomain: async (name, patches) => {
      for (const { path, value = '' } of patches) {
        await change(
          name,
          path === '/securityPolicy' ? { tlsVersion: value } : { certificateArn: value },
        );
      }
    },
    tagDomain: async (name, tags) => change(name, { tags: { ...has(name).domain.tags, ...tags } }),
    untagDomain: async (name, keys) => {
      const tags = Object.entries(has(name).domain.tags).filter(([key]) => !keys.includes(key));
      return change(name, { tags: Object.fromEntries(tags) });
    },
    deleteDomain: (name) => {
      if ((domains.get(name)?.mappings.size ?? 0) > 0) {
        return Promise.reject(refuse('rejected', 'deleteDomain'));
      }
      domains.delete(name);
      return Promise.resolve();
    },
    listMappings: (name) => Promise.resolve([...(domains.get(name)?.mappings.values() ?? [])]),
    createMapping: async (name, mapping) => {
      const { mappings } = has(name);
      if (mappings.has(mapping.basePath)) throw refuse('rejected', 'createMapping');
      mappings.set(mapping.basePath, mapping);
      return Promise.resolve();
    },
    updateMapping: async (name, basePath, to) => {
      const { mappings } = has(name);
      const { apiId } = mappings.get(basePath) ?? {};
      if (apiId === undefined) throw refuse('missing', 'updateMapping');
      mappings.delete(basePath);
      mappings.set(to.basePath, { ...to, apiId });
      return Promise.resolve();
    },
    deleteMapping: (name, basePath) => {
      domains.get(name)?.mappings.delete(basePath);
      return Promise.resolve();
    },
  };
}
