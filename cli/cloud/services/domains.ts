// The API Gateway calls for domain names and for the APIs at their base paths.
import type { BasePathMapping, DomainName } from '@aws-sdk/client-api-gateway';
import type * as sdk from '@aws-sdk/client-api-gateway';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { partitionOf } from '../regions.js';
import { type ActionsOf, call, type CallActions, callOn, type Calls } from '../service.js';

export type ApiGatewaySdk = typeof sdk;

export type ApiPatch = {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: string;
};

export type DomainSettings = {
  readonly name: string;
  readonly certificateArn: string;
  /** `REGIONAL` or `EDGE`. */
  readonly endpointType: string;
  /** The minimum TLS version, for example `TLS_1_2`. */
  readonly tlsVersion: string;
  readonly tags: Tags;
};

export type CloudDomain = DomainSettings & {
  /** The target of the domain's DNS alias record, and the hosted zone of the target. */
  readonly target: string;
  readonly zone: string;
};

export type CloudMapping = {
  /** The base path; empty for the root of the domain. */
  readonly basePath: string;
  readonly apiId: string;
  readonly stage: string;
};

/** Returns the IAM actions for creating a tagged resource. `list` and `tags` name the collection and the tags in policies. */
export function creation(list: string, tags: string): CallActions {
  return call(
    'write',
    { action: 'apigateway:POST', resource: list },
    { action: 'apigateway:POST', resource: tags },
    { action: 'apigateway:PUT', resource: tags },
  );
}

export const DOMAIN_ACTIONS: ActionsOf<ReturnType<typeof domainCalls>> = {
  getDomain: call(
    'read',
    { action: 'apigateway:GET', resource: 'domain' },
    { action: 'apigateway:GET', resource: 'any-domain' },
  ),
  createDomain: creation('domains', 'domain-tags'),
  updateDomain: callOn('domain', 'write', 'apigateway:PATCH'),
  tagDomain: callOn('domain-tags', 'write', 'apigateway:PUT'),
  untagDomain: callOn('domain-tags', 'write', 'apigateway:DELETE'),
  deleteDomain: call(
    'remove',
    { action: 'apigateway:DELETE', resource: 'domain' },
    { action: 'apigateway:DELETE', resource: 'own-domain' },
  ),
  listMappings: callOn('domain', 'read', 'apigateway:GET'),
  createMapping: callOn('domain', 'write', 'apigateway:POST'),
  updateMapping: callOn('domain', 'write', 'apigateway:PATCH'),
  deleteMapping: callOn('domain', 'remove', 'apigateway:DELETE'),
};

/** API Gateway's notation for an empty base path. */
const NONE = '(none)';

/** API Gateway's maximum page size. */
export const PAGE = 500;

/** Returns the ARN of an API Gateway resource; `path` is, for example, `restapis/a1b2c3`. */
export function arnIn(region: string, path: string): string {
  return `arn:${partitionOf(region)}:apigateway:${region}::/${path}`;
}

export function domainCalls({ send, find, remove, pages }: Calls<ApiGatewaySdk>, region: string) {
  const arnOf = (name: string): string => arnIn(region, `domainnames/${name}`);
  return {
    getDomain: (domainName: string): Promise<CloudDomain | undefined> =>
      find('GetDomainName', { domainName }, readDomain),

    /** The call is not repeated if the response is lost. API Gateway accepts one creation every 30 seconds. */
    createDomain: (domain: DomainSettings): Promise<CloudDomain> =>
      send('CreateDomainName', creationOf(domain), { read: readDomain, repetition: 'once' }),

    updateDomain: (domainName: string, patches: readonly ApiPatch[]): Promise<void> =>
      send('UpdateDomainName', { domainName, patchOperations: [...patches] }),

    tagDomain: (name: string, tags: Tags): Promise<void> =>
      send('TagResource', { resourceArn: arnOf(name), tags: { ...tags } }),

    untagDomain: (name: string, keys: readonly string[]): Promise<void> =>
      send('UntagResource', { resourceArn: arnOf(name), tagKeys: [...keys] }),

    deleteDomain: (domainName: string): Promise<void> => remove('DeleteDomainName', { domainName }),

    /** Returns the base path mappings of the domain; empty if the domain does not exist. */
    listMappings: (domainName: string): Promise<readonly CloudMapping[]> =>
      unlessMissing(
        pages('GetBasePathMappings', { domainName, limit: PAGE }, ({ items }) =>
          items?.map(readMapping),
        ),
        [],
      ),

    createMapping: (domainName: string, mapping: CloudMapping): Promise<void> => {
      const { apiId: restApiId, stage } = mapping;
      const basePath = writtenPath(mapping.basePath);
      return send('CreateBasePathMapping', { domainName, basePath, restApiId, stage });
    },

    /** Moves a mapping to another base path, or changes its API or stage. */
    updateMapping: (domainName: string, basePath: string, to: CloudMapping): Promise<void> => {
      const replace = (path: string, value: string) => ({ op: 'replace', path, value }) as const;
      return send('UpdateBasePathMapping', {
        domainName,
        basePath: writtenPath(basePath),
        patchOperations: [
          ...(basePath === to.basePath ? [] : [replace('/basePath', writtenPath(to.basePath))]),
          replace('/stage', to.stage),
        ],
      });
    },

    deleteMapping: (domainName: string, basePath: string): Promise<void> =>
      remove('DeleteBasePathMapping', { domainName, basePath: writtenPath(basePath) }),
  };
}

function writtenPath(basePath: string): string {
  return basePath === '' ? NONE : basePath;
}

function creationOf({ name, certificateArn, endpointType, tlsVersion, tags }: DomainSettings) {
  const isEdge = endpointType === 'EDGE';
  return {
    domainName: name,
    ...(isEdge ? { certificateArn } : { regionalCertificateArn: certificateArn }),
    endpointConfiguration: { types: [isEdge ? 'EDGE' : 'REGIONAL'] as ('EDGE' | 'REGIONAL')[] }, // because the SDK requires a mutable list
    securityPolicy: tlsVersion === 'TLS_1_0' ? ('TLS_1_0' as const) : ('TLS_1_2' as const),
    tags: { ...tags },
  };
}

function readDomain(domain: DomainName): CloudDomain {
  const endpointType = domain.endpointConfiguration?.types?.[0] ?? 'EDGE';
  const isEdge = endpointType === 'EDGE';
  const { regionalDomainName, regionalHostedZoneId, regionalCertificateArn } = domain;
  return {
    name: domain.domainName ?? '',
    certificateArn: (isEdge ? domain.certificateArn : regionalCertificateArn) ?? '',
    endpointType,
    tlsVersion: domain.securityPolicy ?? 'TLS_1_2',
    tags: domain.tags ?? {},
    target: (isEdge ? domain.distributionDomainName : regionalDomainName) ?? '',
    zone: (isEdge ? domain.distributionHostedZoneId : regionalHostedZoneId) ?? '',
  };
}

function readMapping(mapping: BasePathMapping): CloudMapping {
  const { basePath = NONE, restApiId: apiId = '', stage = '' } = mapping;
  return { basePath: basePath === NONE ? '' : basePath, apiId, stage };
}
