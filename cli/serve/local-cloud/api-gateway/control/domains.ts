// Domain names, and the APIs mapped to their base paths
// (docs.aws.amazon.com/apigateway/latest/developerguide/how-to-custom-domains.html).
import {
  textAt,
  textMapAt,
  textsAt,
  fieldsAt,
  type Fields,
  badRequest,
  conflict,
  notFound,
} from '../fields.js';
import { page, readPatches, type Patch, type Call, type OperationRows } from './operation.js';
import { addTags, findApi, findStage } from './store.js';
import type { Domain, Mapping, Store } from './store.js';

const NONE = '(none)';

export const DOMAIN_OPERATIONS: OperationRows = {
  CreateDomainName: {
    http: 'POST /domainnames',
    takes: `domainName! certificateArn regionalCertificateArn endpointConfiguration:map securityPolicy
      tags:text-map`,
    run: createDomain,
  },
  GetDomainName: {
    http: 'GET /domainnames/{domainName}',
    run: ({ store, parameter }) => showDomain(findDomain(store, parameter('domainName'))),
  },
  UpdateDomainName: {
    http: 'PATCH /domainnames/{domainName}',
    takes: 'patchOperations:maps',
    run: ({ store, parameter, body }) => {
      const domain = findDomain(store, parameter('domainName'));
      for (const patch of readPatches(body, 'updateDomainNameInput'))
        patchDomain(store, domain, patch);
      return showDomain(domain);
    },
  },
  DeleteDomainName: {
    http: 'DELETE /domainnames/{domainName}',
    run: ({ store, parameter }) => {
      const { name } = findDomain(store, parameter('domainName'));
      store.domains.delete(name);
    },
  },
  GetBasePathMappings: {
    http: 'GET /domainnames/{domainName}/basepathmappings',
    query: 'position limit',
    run: ({ store, parameter, query }) => {
      const { mappings } = findDomain(store, parameter('domainName'));
      return page([...mappings.values()].map(showMapping), query);
    },
  },
  GetBasePathMapping: {
    http: 'GET /domainnames/{domainName}/basepathmappings/{basePath}',
    run: ({ store, parameter }) => {
      const { mappings } = findDomain(store, parameter('domainName'));
      return showMapping(findMapping(mappings, parameter('basePath')));
    },
  },
  CreateBasePathMapping: {
    http: 'POST /domainnames/{domainName}/basepathmappings',
    takes: 'basePath restApiId! stage',
    run: createMapping,
  },
  UpdateBasePathMapping: {
    http: 'PATCH /domainnames/{domainName}/basepathmappings/{basePath}',
    takes: 'patchOperations:maps',
    run: updateMapping,
  },
  DeleteBasePathMapping: {
    http: 'DELETE /domainnames/{domainName}/basepathmappings/{basePath}',
    run: ({ store, parameter }) => {
      const { mappings } = findDomain(store, parameter('domainName'));
      mappings.delete(findMapping(mappings, parameter('basePath')).basePath);
    },
  },
};

export function findDomain(store: Store, name: string): Domain {
  const domain = store.domains.get(name);
  if (!domain) throw notFound('Invalid domain name identifier specified');
  return domain;
}

function createDomain({ store, body }: Call): Fields {
  const name = textAt(body, 'domainName') ?? '';
  const [endpointType = 'EDGE'] = textsAt(fieldsAt(body, 'endpointConfiguration'), 'types');
  if (!/^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(name))
    throw badRequest(`Invalid domain name: ${name}`);
  if (store.domains.has(name)) throw badRequest('The domain name you provided already exists.');
  const isEdge = endpointType === 'EDGE';
  const certificate = textAt(body, isEdge ? 'certificateArn' : 'regionalCertificateArn');
  const tags = new Map<string, string>();
  addTags(tags, textMapAt(body, 'tags'));
  const domain: Domain = {
    name,
    endpointType,
    certificateArn: readCertificate(store, certificate, isEdge),
    securityPolicy: readPolicy(textAt(body, 'securityPolicy') ?? 'TLS_1_2'),
    tags,
    mappings: new Map(),
  };
  store.domains.set(name, domain);
  return showDomain(domain);
}

function readCertificate(store: Store, arn: string | undefined, isEdge: boolean): string {
  const region = isEdge ? 'us-east-1' : store.region;
  const [, , service, where, , resource = ''] = (arn ?? '').split(':');
  if (
    arn === undefined ||
    service !== 'acm' ||
    where !== region ||
    !resource.startsWith('certificate/')
  )
    throw badRequest(`Invalid certificate ARN: ${arn ?? ''}. Certificate must be in '${region}'.`);
  return arn;
}

function readPolicy(text: string): string {
  if (text === 'TLS_1_0' || text === 'TLS_1_2') return text;
  throw badRequest(`Invalid security policy: ${text}`);
}

function patchDomain(store: Store, domain: Domain, { op, path, value = '' }: Patch): void {
  if (op !== 'replace') throw badRequest('Invalid patch operation specified');
  const isEdge = domain.endpointType === 'EDGE';
  if (path === '/securityPolicy') domain.securityPolicy = readPolicy(value);
  else if (path === (isEdge ? '/certificateArn' : '/regionalCertificateArn'))
    domain.certificateArn = readCertificate(store, value, isEdge);
  else throw badRequest(`Invalid patch path ${path}`);
}

function createMapping({ store, parameter, body }: Call): Fields {
  const { mappings } = findDomain(store, parameter('domainName'));
  const basePath = readPath(textAt(body, 'basePath') ?? NONE);
  const api = findApi(store, textAt(body, 'restApiId') ?? '');
  if (api.endpointType === 'PRIVATE')
    throw badRequest('Private APIs cannot be mapped to a public domain name');
  const { name: stage } = findStage(api, textAt(body, 'stage') ?? '');
  if (mappings.has(basePath)) throw conflict('Base path already exists for this domain name');
  const mapping = { basePath, apiId: api.id, stage };
  mappings.set(basePath, mapping);
  return showMapping(mapping);
}

function updateMapping({ store, parameter, body }: Call): Fields {
  const { mappings } = findDomain(store, parameter('domainName'));
  let mapping = findMapping(mappings, parameter('basePath'));
  const before = mapping.basePath;
  for (const { op, path, value = '' } of readPatches(body, 'updateBasePathMappingInput')) {
    if (op !== 'replace') throw badRequest('Invalid patch operation specified');
    if (path === '/basePath') mapping = { ...mapping, basePath: readPath(value) };
    else if (path === '/stage')
      mapping = { ...mapping, stage: findStage(findApi(store, mapping.apiId), value).name };
    else throw badRequest(`Invalid patch path ${path}`);
  }
  if (mapping.basePath !== before && mappings.has(mapping.basePath))
    throw conflict('Base path already exists for this domain name');
  mappings.delete(before);
  mappings.set(mapping.basePath, mapping);
  return showMapping(mapping);
}

function readPath(text: string): string {
  if (text === NONE || text === '') return '';
  if (/^[\w.$+!*'()-]+$/.test(text)) return text;
  throw badRequest("API Gateway V1 doesn't support the slash character (/) in base path mappings.");
}

function findMapping(mappings: ReadonlyMap<string, Mapping>, text: string): Mapping {
  const mapping = mappings.get(readPath(text));
  if (!mapping) throw notFound('Invalid base path mapping identifier specified');
  return mapping;
}

function showDomain(domain: Domain): Fields {
  const { name, endpointType, certificateArn, securityPolicy, tags } = domain;
  const label = name.replace(/[^a-z0-9]/g, '');
  const target =
    endpointType === 'EDGE'
      ? {
          certificateArn,
          distributionDomainName: `d${label}.cloudfront.net`,
          distributionHostedZoneId: 'Z2FDTNDATAQYW2',
        }
      : {
          regionalCertificateArn: certificateArn,
          regionalDomainName: `d-${label}.execute-api.amazonaws.com`,
          regionalHostedZoneId: 'ZLY8HYME6SFDD',
        };
  return {
    domainName: name,
    ...target,
    endpointConfiguration: { types: [endpointType] },
    securityPolicy,
    domainNameStatus: 'AVAILABLE',
    ...(tags.size > 0 && { tags: Object.fromEntries(tags) }),
  };
}

function showMapping({ basePath, apiId, stage }: Mapping): Fields {
  return { basePath: basePath === '' ? NONE : basePath, restApiId: apiId, stage };
}
