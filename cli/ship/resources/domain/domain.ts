// The resource type for custom domains: `api_gateway_custom_domain`. The user manages the DNS: a deploy prints the host name
// that the DNS record must point to.
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { partitionOf } from '../../../cloud/regions.js';
import { arnPrefix, type DeployerScope, ownCondition } from '../../stage/deployer-scope.js';
import { isAnyRegion } from '../../stage/exported.js';
import { changedFields, changeRows, fieldText, type PlanRow } from '../../stage/plan-rows.js';
import { isListOf, isMapping, isText } from '../../../../compiler/json-values.js';
import { compareTexts } from '../../../../compiler/groups.js';
import type {
  ObservedResources,
  NameSearch,
  PlannedChange,
  Planning,
  Recording,
  RecordReading,
  ResourceType,
} from '../../stage/resource-type.js';
import type { Desired, DesiredInput, Observed, Owner, Plan } from '../../stage/states.js';
import { type DomainPlace, placeText, readPlaces } from '../rest-api/api-state.js';
import {
  basePathTaken,
  certificateRegion,
  domainType,
  missingDomain,
} from '../rest-api/api-catalogue.js';
import {
  domainExport,
  deletionOf,
  domainSteps,
  mappingSteps,
  noteEndSteps,
  type DeployedDomain,
  type DesiredDomain,
  type DomainChange,
  leftPlaces,
  type ObservedDomain,
} from './domain-steps.js';
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudDomain } from '../../../cloud/services/domains.js';
import { isOurs } from '../../stage/own-tag.js';

export const domain: ResourceType = {
  desired: { domain: desiredDomain },
  check: checkCertificate,
  read: {
    properties: ['domains'],
    recorded: readRecordedDomains,
    named: readNamedDomains,
    problems: domainProblems,
    // A domain may remain after the stage is deleted, because other stages may use it.
    isThere: () => false,
  },
  plan: { domain: planDomain, lostDomains: planLostDomains },
  show: {
    changes: domainChanges,
    rows: domainRows,
    // The property is absent from the document of an application without a domain.
    document: ({ domain: change, lostDomains }) =>
      change || lostDomains.length > 0
        ? { domain: change ? documentOf(change) : null, lostDomains: lostDomains.map(placeText) }
        : {},
    countBreaking: (plan) => leftPlaces(plan).length,
  },
  learned: { domain: ({ domains }) => domains?.[0]?.domain },
  steps: (session) => ({
    make: domainSteps(session),
    publish: mappingSteps(session),
    end: noteEndSteps(session),
  }),
  deletions: {
    planned: ({ lostDomains, otherApis, api, ...owner }) => {
      const observed = api && api.action !== 'create' ? [api.observed.id] : [];
      return lostDomains.map((domain) => deletionOf(domain, [...observed, ...otherApis], owner));
    },
    recorded: ({ domains = [], api, ...owner }) =>
      domains.map((domain) => deletionOf(domain, api ? [api.id] : [], owner)),
    found: ({ domains = [], api, otherApis = [] }, owner) => {
      const ids = [...(api ? [api.id] : []), ...otherApis];
      return domains.flatMap(({ name, known }) =>
        known.map((basePath) => deletionOf({ name, basePath }, ids, owner)),
      );
    },
  },
  record: {
    isValid: ({ domains }) => domains === undefined || isListOf(domains, isDeployed),
    begin: (recording) => domainsField(knownDomains(recording)),
    finish: ({ desired, observed, learned }) => {
      if (!desired.domain) return {};
      const found = observed.domains?.find(({ name }) => name === desired.domain?.name)?.domain;
      return domainsField([deployed(desired.domain, learned.domain ?? found)]);
    },
  },
  deployer: {
    statements: [
      {
        resource: 'domains',
        sid: 'AllDomains',
        arns: (scope) => (makesDomain(scope) ? domainArns(scope, '') : []),
      },
      {
        resource: 'domain',
        sid: 'Domains',
        arns: (scope) => {
          const name = scope.api?.api_gateway_custom_domain?.domain_name ?? '';
          return [...domainArns(scope, `/${name}`), ...domainArns(scope, `/${name}/*`)];
        },
      },
      {
        // The domain of an earlier deploy may no longer be in the source. It is read, and deleted if it has our tag.
        resource: 'any-domain',
        sid: 'EarlierDomains',
        arns: anyDomain,
      },
      { resource: 'own-domain', sid: 'OwnDomains', arns: anyDomain, condition: ownCondition },
      {
        resource: 'domain-tags',
        sid: 'DomainTags',
        arns: (scope) => (hasDomain(scope) ? [`${arnPrefix('apigateway', scope)}::/tags/*`] : []),
      },
    ],
    others: (scope) => (makesDomain(scope) ? [serviceRole(scope)] : []),
  },
  exported: domainExport,
};

function hasDomain({ api, hasApi }: DeployerScope): boolean {
  return hasApi && api?.api_gateway_custom_domain !== undefined;
}

function makesDomain(scope: DeployerScope): boolean {
  return hasDomain(scope) && scope.api?.api_gateway_custom_domain?.manage_domain !== false;
}

function domainArns(scope: DeployerScope, path: string): readonly string[] {
  return hasDomain(scope) ? [`${arnPrefix('apigateway', scope)}::/domainnames${path}`] : [];
}

function anyDomain(scope: DeployerScope): readonly string[] {
  return [`${arnPrefix('apigateway', scope)}::/domainnames/*`];
}

/** API Gateway creates this role with the first domain of an account: docs.aws.amazon.com/apigateway, service-linked roles. */
function serviceRole({ region }: DeployerScope) {
  const service = 'ops.apigateway.amazonaws.com';
  return {
    Sid: 'DomainRole',
    Effect: 'Allow' as const,
    Action: ['iam:CreateServiceLinkedRole'],
    Resource: [`arn:${partitionOf(region)}:iam::*:role/aws-service-role/${service}/*`],
    Condition: { StringEquals: { 'iam:AWSServiceName': service } },
  };
}

function desiredDomain({ manifest, config, ownTags }: DesiredInput): DesiredDomain | undefined {
  const wanted = config.settings.api_gateway_custom_domain;
  if (!wanted || manifest.routes.length === 0) return undefined;
  const { domain_name: name, certificate_arn: certificateArn } = wanted;
  const endpointType = config.settings.api_gateway_endpoint_type === 'EDGE' ? 'EDGE' : 'REGIONAL';
  const tlsVersion = wanted.tls_version ?? 'TLS_1_2';
  const tags = { ...wanted.tags, ...ownTags };
  return {
    name,
    basePath: wanted.url_prefix ?? '',
    endpointType,
    settings:
      wanted.manage_domain === false || certificateArn === undefined
        ? undefined
        : { name, certificateArn, tlsVersion, endpointType, tags },
  };
}

/** CloudFront accepts only certificates in this region. */
const EDGE_REGION = 'us-east-1';

function checkCertificate({ domain: wanted, region }: Desired): readonly Diagnostic[] {
  const found = wanted?.settings?.certificateArn.split(':')[3];
  const right = wanted?.endpointType === 'EDGE' ? EDGE_REGION : region;
  if (!wanted || found === undefined || found === right || isAnyRegion(right)) return [];
  const data = { domain: wanted.name, region: found, wanted: right };
  return [diagnose(certificateRegion, data)];
}

function domainChanges({ domain: change, lostDomains }: Plan): readonly PlannedChange[] {
  return [
    ...(change ? [{ action: actionOf(change), name: placeText(change.domain) }] : []),
    ...lostDomains.map((domain) => ({ action: 'delete', name: placeText(domain) })),
  ];
}

function actionOf({ action, mapping, isNoted }: DomainChange): 'create' | 'update' | 'unchanged' {
  if (mapping.action === 'create') return 'create';
  const isSame = mapping.action === 'unchanged' && isNoted;
  return isSame && ['unchanged', 'shared'].includes(action) ? 'unchanged' : 'update';
}

function domainRows(plan: Plan): readonly PlanRow[] {
  const { domain: change } = plan;
  return [
    ...(change
      ? changeRows(actionOf(change), ['domain', placeText(change.domain)], detailsOf(change))
      : []),
    ...leftPlaces(plan).map((location): PlanRow => {
      const warning = 'breaking: its URL stops working';
      return { sign: '-', cells: ['domain', placeText(location)], warning };
    }),
  ];
}

function detailsOf({ action, fields, observed, hasOtherTags, mapping }: DomainChange) {
  const name = {
    create: ['the domain is created'],
    update: [...fields.map(fieldText), ...(hasOtherTags && fields.length === 0 ? ['tags'] : [])],
    shared: ['the domain already exists, and is not changed'],
    release: ['the domain is kept, but no longer managed by this stage'],
    unchanged: [],
  }[action];
  const below = mapping.action === 'unchanged' ? [] : ['the API is mapped to it'];
  const target = observed ? `DNS: alias of ${observed.target}, zone ${observed.zone}` : undefined;
  return [...name, ...below, target ?? 'the deploy prints the target for its DNS record'];
}

function documentOf({ domain: wanted, action, mapping, fields, observed }: DomainChange): object {
  const { target = null, zone = null } = observed ?? {};
  const location = { name: wanted.name, basePath: wanted.basePath };
  return { ...location, action, mapping: mapping.action, fields, target, zone };
}

function deployed(
  { name, basePath }: DomainPlace,
  found: { readonly target: string; readonly zone: string } | undefined,
): DeployedDomain {
  return { name, basePath, target: found?.target ?? '', zone: found?.zone ?? '' };
}

/** Returns all domains and base paths that the API has or may get, the desired one first. */
function knownDomains({ desired, observed, previous }: Recording): readonly DeployedDomain[] {
  const found = (observed.domains ?? []).flatMap(({ name, domain: one, known }) =>
    known.map((basePath) => deployed({ name, basePath }, one)),
  );
  const wanted = desired.domain ? [deployed(desired.domain, undefined)] : [];
  return [...wanted, ...(previous?.domains ?? []), ...found];
}

function domainsField(all: readonly DeployedDomain[]): { domains?: readonly DeployedDomain[] } {
  const byPlace = new Map(all.toReversed().map((one) => [placeText(one), one]));
  const domains = [...byPlace.values()].toReversed();
  return domains.length === 0 ? {} : { domains };
}

function isDeployed(value: unknown): value is DeployedDomain {
  return (
    isMapping(value) && ['name', 'basePath', 'target', 'zone'].every((key) => isText(value[key]))
  );
}

// Reads domains by name, with two calls for each domain, and no calls for an application that never had a domain.

type FoundDomains = Pick<ObservedResources, 'domains'>;

/** Returns undefined if the API is not at a recorded place: another machine may have moved it, so its tags must be read. */
async function readRecordedDomains(reading: RecordReading): Promise<FoundDomains | undefined> {
  const { cloud, desired, record } = reading;
  const { domains: places = [], api } = record;
  const found = await readDomains(cloud, desired.domain, places);
  const isThere = ({ name, basePath }: DomainPlace): boolean =>
    found.domains
      ?.find((one) => one.name === name)
      ?.mappings.some((other) => other.basePath === basePath && other.apiId === api?.id) === true;
  return places.every(isThere) ? found : undefined;
}

async function readNamedDomains(search: NameSearch): Promise<FoundDomains> {
  const { cloud, desired, record, named } = search;
  // On a machine without a record, the API's tags contain its domains.
  const tagged = (await named.api)?.place;
  const places = [...(record?.domains ?? []), ...(tagged === undefined ? [] : readPlaces(tagged))];
  return readDomains(cloud, desired?.domain, places);
}

async function readDomains(
  { apiGateway }: Cloud,
  desired: DomainPlace | undefined,
  known: readonly DomainPlace[],
): Promise<FoundDomains> {
  const names = [...new Set([...(desired ? [desired] : []), ...known].map(({ name }) => name))];
  if (names.length === 0) return {};
  const domains = names.map(async (name): Promise<ObservedDomain> => {
    const [domain, mappings] = await Promise.all([
      apiGateway.getDomain(name),
      apiGateway.listMappings(name),
    ]);
    const paths = known.filter((one) => one.name === name).map(({ basePath }) => basePath);
    return { name, domain, mappings, known: [...new Set(paths)] };
  });
  return { domains: await Promise.all(domains) };
}

function planDomain({ desired, observed }: Planning): DomainChange | undefined {
  const { domain } = desired;
  if (!domain) return undefined;
  const found = observed.domains?.find(({ name }) => name === domain.name);
  const ours = found?.mappings.filter(({ apiId }) => apiId === observed.api?.id) ?? [];
  const there = ours.find(({ basePath }) => basePath === domain.basePath);
  const from = there ?? ours.find(({ basePath }) => found?.known.includes(basePath));
  const isSame = there && there.stage === desired.api?.stage;
  const change = from
    ? ({ action: 'update', from: from.basePath } as const)
    : ({ action: 'create' } as const);
  return {
    domain,
    ...planName(domain, found?.domain, desired),
    mapping: isSame ? { action: 'unchanged' } : change,
    // If there is a record, the tags of the API are not read, and the domain counts as noted.
    isNoted: observed.api?.tag === undefined || observed.api.place === placeText(domain),
  };
}

function planName(
  domain: DesiredDomain,
  observed: CloudDomain | undefined,
  owner: Owner,
): Pick<DomainChange, 'action' | 'observed' | 'fields' | 'hasOtherTags'> {
  const none = { observed, fields: [], hasOtherTags: false };
  const { settings } = domain;
  if (observed && !isOurs(observed, owner)) return { ...none, action: 'shared' };
  if (!settings) return { ...none, action: observed ? 'release' : 'shared' };
  if (!observed) return { ...none, action: 'create' };
  const fields = changedFields([
    ['certificate_arn', observed.certificateArn, settings.certificateArn],
    ['tls_version', observed.tlsVersion, settings.tlsVersion],
  ]);
  const hasOtherTags = tagsText(observed.tags) !== tagsText(settings.tags);
  const action = fields.length > 0 || hasOtherTags ? 'update' : 'unchanged';
  return { observed, action, fields, hasOtherTags };
}

function tagsText(tags: Readonly<Record<string, string>>): string {
  const own = Object.entries(tags).filter(([key]) => !/^aws:/i.test(key));
  return JSON.stringify(own.toSorted(([left], [right]) => compareTexts(left, right)));
}

/** Returns the domains and base paths of earlier deploys, which are removed. */
function planLostDomains({ desired, observed, plan }: Planning): readonly DomainPlace[] {
  const { domain: kept } = plan;
  const ids = [observed.api?.id, ...(observed.otherApis ?? [])];
  const isKept = ({ name, basePath }: DomainPlace): boolean =>
    kept?.domain.name === name &&
    (basePath === kept.domain.basePath ||
      (kept.mapping.action === 'update' && basePath === kept.mapping.from));
  return (observed.domains ?? []).flatMap(({ name, domain, mappings, known }) => {
    // An interrupted deploy removed our mapping, but neither the domain nor our tag on it.
    const isLeft =
      domain && isOurs(domain, desired) && !mappings.some(({ apiId }) => ids.includes(apiId));
    if (isLeft && kept?.domain.name !== name) {
      return known.slice(0, 1).map((basePath) => ({ name, basePath }));
    }
    return mappings
      .filter(({ apiId, basePath }) => ids.includes(apiId) && known.includes(basePath))
      .map(({ basePath }) => ({ name, basePath }))
      .filter((domain) => !isKept(domain));
  });
}

function domainProblems(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const { domain } = desired;
  const found = observed.domains?.find(({ name }) => name === domain?.name);
  if (!domain || !found) return [];
  const taken = found.mappings.find(
    ({ basePath, apiId }) => basePath === domain.basePath && apiId !== observed.api?.id,
  );
  const type = found.domain?.endpointType;
  const { name, endpointType: wanted, settings } = domain;
  return [
    ...(!settings && !found.domain ? [diagnose(missingDomain, { domain: name })] : []),
    ...(taken ? [diagnose(basePathTaken, { place: placeText(domain), api: taken.apiId })] : []),
    ...(type !== undefined && type !== wanted
      ? [diagnose(domainType, { domain: name, found: type, wanted })]
      : []),
  ];
}
