// The calls to API Gateway about domain names, and about the APIs that stand below their base paths.
import type { ApiPatch } from './api-gateway-calls.js';
import { type ActionsOf, call, callOn } from './call-needs.js';
import type { Tags } from './cloud.js';

export type DomainSettings = {
  readonly name: string;
  readonly certificateArn: string;
  /** `REGIONAL` or `EDGE`. */
  readonly endpointType: string;
  /** `TLS_1_2`: the least that is spoken. */
  readonly tlsVersion: string;
  readonly tags: Tags;
};

export type CloudDomain = DomainSettings & {
  /** What the DNS of the domain must be an alias of, and the hosted zone of that. */
  readonly target: string;
  readonly zone: string;
};

export type CloudMapping = {
  /** Empty for the domain itself. */
  readonly basePath: string;
  readonly apiId: string;
  readonly stage: string;
};

export type DomainCalls = {
  readonly getDomain: (name: string) => Promise<CloudDomain | undefined>;
  /** It makes one attempt that may have been carried out; API Gateway takes one in 30 seconds. */
  readonly createDomain: (domain: DomainSettings) => Promise<CloudDomain>;
  readonly updateDomain: (name: string, patches: readonly ApiPatch[]) => Promise<void>;
  readonly tagDomain: (name: string, tags: Tags) => Promise<void>;
  readonly untagDomain: (name: string, keys: readonly string[]) => Promise<void>;
  readonly deleteDomain: (name: string) => Promise<void>;
  /** What stands below the domain; every page is read. Empty when there is no such domain. */
  readonly listMappings: (domain: string) => Promise<readonly CloudMapping[]>;
  readonly createMapping: (domain: string, mapping: CloudMapping) => Promise<void>;
  /** Moves a mapping, or points it elsewhere. */
  readonly updateMapping: (domain: string, basePath: string, to: CloudMapping) => Promise<void>;
  readonly deleteMapping: (domain: string, basePath: string) => Promise<void>;
};

export const DOMAIN_ACTIONS: ActionsOf<DomainCalls> = {
  getDomain: call(
    'read',
    { action: 'apigateway:GET', resource: 'domain' },
    { action: 'apigateway:GET', resource: 'any-domain' },
  ),
  createDomain: call(
    'write',
    { action: 'apigateway:POST', resource: 'domains' },
    { action: 'apigateway:POST', resource: 'domain-tags' },
    { action: 'apigateway:PUT', resource: 'domain-tags' },
  ),
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
