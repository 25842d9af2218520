// Creates custom domains and their base path mappings. The domain is created concurrently with the functions, the mapping after
// the API is published.
import { isCloudError } from '../../../cloud/cloud-error.js';
import type {
  ApiPatch,
  CloudDomain,
  CloudMapping,
  DomainSettings,
} from '../../../cloud/services/domains.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { DOMAIN_TAG, OWN_TAG } from '../../../config/limits.js';
import { createOnce, notShown, retry } from '../../stage/repeated-calls.js';
import { extraTags, isOurs, ownTagOf, readOwnTag } from '../../stage/own-tag.js';
import type { Deletion, ResourceExport } from '../../stage/resource-type.js';
import type { Session, Step } from '../../stage/run-steps.js';
import type { Desired, Observed, Owner, Plan } from '../../stage/states.js';
import {
  type DesiredApi,
  type DomainPlace,
  apiId,
  apiIdIn,
  placeTags,
  placeText,
  STAGE_ID,
} from '../rest-api/api-state.js';
import { publishId } from '../rest-api/api-steps.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import {
  type ExportedOutput,
  type ExportedResource,
  attributeOf,
  bothFormats,
  tagsRow,
} from '../../stage/exported.js';

export function domainSteps(session: Session): readonly Step[] {
  const { domain: change } = session.plan;
  if (!change || change.action === 'unchanged' || change.action === 'shared') return [];
  const { action, domain } = change;
  const { name, settings } = domain;
  return [
    {
      id: domainId(name),
      label: { verb: action === 'create' ? 'create' : 'update', object: `domain ${name}` },
      run: async () => {
        const { cloud, learned } = session;
        if (!settings) await cloud.apiGateway.untagDomain(name, [OWN_TAG]);
        else {
          learned.domain = await (action === 'create'
            ? createDomain(settings, session)
            : updateDomain(settings, change, cloud));
        }
      },
    },
  ];
}

/** Creates a domain. If another stage creates it at the same time, it becomes a shared domain. */
async function createDomain(
  domain: DomainSettings,
  { cloud: { apiGateway }, wait }: Session,
): Promise<CloudDomain> {
  const find = (): Promise<CloudDomain | undefined> => apiGateway.getDomain(domain.name);
  try {
    return await createOnce(() => apiGateway.createDomain(domain), find, wait);
  } catch (error) {
    const made = isCloudError(error) ? await find() : undefined;
    if (!made) throw error;
    return made;
  }
}

async function updateDomain(
  { name, tags, certificateArn, tlsVersion, endpointType }: DomainSettings,
  { observed, fields, hasOtherTags }: DomainChange,
  { apiGateway }: Cloud,
): Promise<CloudDomain | undefined> {
  const certificate = endpointType === 'EDGE' ? '/certificateArn' : '/regionalCertificateArn';
  const patches: readonly ApiPatch[] = [
    { op: 'replace', path: certificate, value: certificateArn },
    { op: 'replace', path: '/securityPolicy', value: tlsVersion },
  ];
  if (fields.length > 0) await apiGateway.updateDomain(name, patches);
  if (hasOtherTags) {
    const gone = extraTags(observed?.tags ?? {}, tags);
    if (gone.length > 0) await apiGateway.untagDomain(name, gone);
    await apiGateway.tagDomain(name, tags);
  }
  return observed && { ...observed, certificateArn, tlsVersion, tags };
}

/** Returns the steps that map the API to its domain and base path, after it is published. */
export function mappingSteps(session: Session): readonly Step[] {
  const { domain: change } = session.plan;
  if (!change || (change.mapping.action === 'unchanged' && change.isNoted)) return [];
  const { domain, mapping } = change;
  const object = mappingId(domain);
  return [
    {
      id: object,
      label: { verb: mapping.action === 'create' ? 'create' : 'update', object },
      dependsOn: [publishId, domainId(domain.name)],
      run: () => putMapping(change, session),
    },
  ];
}

async function putMapping(
  { action, domain, mapping }: DomainChange,
  session: Session,
): Promise<void> {
  const { cloud, desired, wait } = session;
  const { apiGateway } = cloud;
  const apiId = apiIdIn(session);
  // The tag is written first because a later deletion of the API finds its domains by the tag.
  const places = [domain, ...leftPlaces(session.plan)];
  await apiGateway.tagApi(apiId, placeTags(places));
  const { name, basePath } = domain;
  const to = { basePath, apiId, stage: desired.api?.stage ?? '' };
  if (mapping.action === 'update') await apiGateway.updateMapping(name, mapping.from, to);
  if (mapping.action !== 'create') return;
  try {
    const isNew = action === 'create' || session.plan.api?.action !== 'unchanged';
    await retry(() => apiGateway.createMapping(name, to), wait, notShown(isNew));
  } catch (error) {
    if (!isCloudError(error)) throw error;
    const made = (await apiGateway.listMappings(name)).find((one) => one.basePath === basePath);
    if (made?.apiId !== apiId) throw error;
  }
}

/** Returns the steps that remove earlier domains from the API's tag. */
export function noteEndSteps(session: Session): readonly Step[] {
  const { plan, desired, observed, cloud } = session;
  const { api } = observed;
  const { domain } = desired;
  const dependsOn = plan.lostDomains.map((domain) => `delete base path ${placeText(domain)}`);
  const label = { verb: 'update', object: `tags of API ${plan.app}-${plan.stage}` } as const;
  if (domain && leftPlaces(plan).length > 0) {
    const tags = placeTags([domain]);
    const run = (): Promise<void> => cloud.apiGateway.tagApi(apiIdIn(session), tags);
    return [{ id: 'note-domain', label, dependsOn, run }];
  }
  if (domain || !api || plan.api?.action === 'delete') return [];
  const isNoted = api.place !== undefined || (api.tag === undefined && plan.lostDomains.length > 0);
  if (!isNoted) return [];
  const run = (): Promise<void> => cloud.apiGateway.untagApi(api.id, [DOMAIN_TAG]);
  return [{ id: 'untag-api', label, dependsOn, run }];
}

/**
 * Deletes the API's base path mapping before the API, which API Gateway otherwise refuses to delete. A domain of this stage is
 * then deleted, or given to another stage that uses it, unless our API has another base path in it.
 */
export function deletionOf(domain: DomainPlace, apiIds: readonly string[], owner: Owner): Deletion {
  return {
    kind: 'base path',
    name: placeText(domain),
    before: ['API', 'stage'],
    run: ({ cloud, wait }) => retry(() => leavePlace(domain, { cloud, apiIds, owner }), wait),
  };
}

type Leaving = { readonly cloud: Cloud; readonly apiIds: readonly string[]; readonly owner: Owner };

async function leavePlace(
  { name, basePath }: DomainPlace,
  { cloud: { apiGateway }, apiIds, owner }: Leaving,
): Promise<void> {
  const mappings = await apiGateway.listMappings(name);
  const own = mappings.find((one) => one.basePath === basePath && apiIds.includes(one.apiId));
  const others = mappings.filter((one) => one !== own);
  const domain = await apiGateway.getDomain(name);
  // The mapping is deleted before the tag changes: a policy may allow the deletion only for domains with this stage's tag.
  if (own) await apiGateway.deleteMapping(name, basePath);
  if (!domain || !isOurs(domain, owner)) return;
  if (others.length === 0) return apiGateway.deleteDomain(name);
  if (!others.some(({ apiId }) => apiIds.includes(apiId))) await handOver(name, others, apiGateway);
}

/** Gives the domain to another stage that uses it. The last stage that uses the domain deletes it. */
async function handOver(
  name: string,
  mappings: readonly CloudMapping[],
  { getApi, tagDomain }: Cloud['apiGateway'],
): Promise<void> {
  for (const { apiId } of mappings) {
    const tag = ownTagOf((await getApi(apiId))?.tags ?? {});
    if (tag !== undefined && readOwnTag(tag)) return tagDomain(name, { [OWN_TAG]: tag });
  }
}

/** `target` is the host name that the domain's DNS record must point to; empty while it is unknown. */
export type DeployedDomain = DomainPlace & { readonly target: string; readonly zone: string };

export type DesiredDomain = DomainPlace & {
  /** `REGIONAL` or `EDGE`, the same as the API's type. */
  readonly endpointType: string;
  /** The settings; undefined if the domain is not managed by this stage. */
  readonly settings: DomainSettings | undefined;
};

export type ObservedDomain = {
  readonly name: string;
  readonly domain: CloudDomain | undefined;
  readonly mappings: readonly CloudMapping[];
  /** The base paths that deploys of this stage have used. */
  readonly known: readonly string[];
};

export type DomainChange = {
  readonly domain: DesiredDomain;
  readonly observed: CloudDomain | undefined;
  /** `shared`: the domain is managed by others, so its settings do not change. `release`: our domain becomes a shared one. */
  readonly action: 'create' | 'update' | 'unchanged' | 'shared' | 'release';
  readonly fields: readonly FieldChange[];
  readonly hasOtherTags: boolean;
  readonly mapping:
    | { readonly action: 'create' | 'unchanged' }
    /** `from` is the previous base path. */
    | { readonly action: 'update'; readonly from: string };
  /** False if the tags of the API do not contain this domain and base path yet. */
  readonly isNoted: boolean;
};

/** Returns the domains and base paths that the API has now but not after the change. */
export function leftPlaces({ domain: change, lostDomains }: Plan): readonly DomainPlace[] {
  const { mapping } = change ?? {};
  const isMoved = mapping?.action === 'update' && mapping.from !== change?.domain.basePath;
  const moved = change && isMoved ? [{ name: change.domain.name, basePath: mapping.from }] : [];
  return [...moved, ...lostDomains];
}

export function domainAddress(domain: DomainPlace): string {
  return `https://${placeText(domain)}/`;
}

function domainId(name: string): string {
  return `domain ${name}`;
}

export const domainExport: ResourceExport = {
  resources: (desired, observed) => {
    const { domain, api } = desired;
    if (!domain || !api) return { resources: [] };
    const settings = isShared(desired, observed) ? undefined : domain.settings;
    const mapping = exportMapping(domain, { api, isOwn: settings !== undefined });
    const meaning = 'The URL of the API at its domain';
    const address = { name: 'domain_url', meaning, value: domainAddress(domain) };
    if (!settings) return { resources: [mapping], outputs: [address] };
    return { resources: [exportName(settings), mapping], outputs: [address, ...dnsOf(domain)] };
  },
  adopted: (desired, observed) => {
    const { domain } = desired;
    const { domains, api } = observed;
    const found = domains?.find(({ name }) => name === domain?.name);
    if (!domain || !found?.domain) return [];
    const { name, basePath } = domain;
    const isOwn = domain.settings && !isShared(desired, observed);
    const isMapped = found.mappings.some(
      (one) => one.basePath === basePath && one.apiId === api?.id,
    );
    return [
      ...(isOwn ? [{ resource: domainId(name), importId: name }] : []),
      ...(isMapped ? [{ resource: mappingId(domain), importId: `${name}/${basePath}` }] : []),
    ];
  },
};

function mappingId(domain: DesiredDomain): string {
  return `base path ${placeText(domain)}`;
}

/** True for a domain that is not managed by this stage. Only its base path mapping is exported. */
function isShared(desired: Desired, observed: Observed | undefined): boolean {
  const found = observed?.domains?.find(({ name }) => name === desired.domain?.name);
  return found?.domain !== undefined && !isOurs(found.domain, desired);
}

/** The user manages the DNS, so the export outputs the target for the DNS record. */
function dnsOf({ name }: DesiredDomain): readonly ExportedOutput[] {
  const id = domainId(name);
  const target = `The target for the DNS alias record of ${name}`;
  const zone = 'The hosted zone of that alias';
  return [
    { name: 'domain_target', meaning: target, value: attributeOf(id, 'target') },
    { name: 'domain_zone', meaning: zone, value: attributeOf(id, 'zone') },
  ];
}

function exportName(domain: DomainSettings): ExportedResource {
  const { name, certificateArn, tlsVersion, endpointType, tags, ...rest } = domain;
  rest satisfies Record<string, never>;
  const isEdge = endpointType === 'EDGE';
  return {
    id: domainId(name),
    kind: 'Domain',
    ...bothFormats(
      ['aws_api_gateway_domain_name', 'AWS::ApiGateway::DomainName'],
      [
        [name, 'domain_name', 'DomainName'],
        isEdge
          ? [certificateArn, 'certificate_arn', 'CertificateArn']
          : [certificateArn, 'regional_certificate_arn', 'RegionalCertificateArn'],
        [tlsVersion, 'security_policy', 'SecurityPolicy'],
        [
          { types: [endpointType] },
          'endpoint_configuration',
          'EndpointConfiguration',
          { Types: [endpointType] },
        ],
        tagsRow(tags),
      ],
      {
        name: ['domain_name', 'Ref'],
        ...(isEdge
          ? {
              target: ['cloudfront_domain_name', 'DistributionDomainName'],
              zone: ['cloudfront_zone_id', 'DistributionHostedZoneId'],
            }
          : {
              target: ['regional_domain_name', 'RegionalDomainName'],
              zone: ['regional_zone_id', 'RegionalHostedZoneId'],
            }),
      },
    ),
  };
}

function exportMapping(
  domain: DesiredDomain,
  { api: { stage }, isOwn }: { readonly api: DesiredApi; readonly isOwn: boolean },
): ExportedResource {
  const { name, basePath } = domain;
  return {
    id: mappingId(domain),
    kind: 'BasePath',
    after: [STAGE_ID],
    ...bothFormats(
      ['aws_api_gateway_base_path_mapping', 'AWS::ApiGateway::BasePathMapping'],
      [
        [attributeOf(apiId, 'id'), 'api_id', 'RestApiId'],
        [stage, 'stage_name', 'Stage'],
        [isOwn ? attributeOf(domainId(name), 'name') : name, 'domain_name', 'DomainName'],
        [basePath === '' ? undefined : basePath, 'base_path', 'BasePath'],
      ],
    ),
  };
}
