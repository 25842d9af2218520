// Exports custom domains to Terraform and CloudFormation: the domain name and its base path mapping.
import type { DomainSettings } from '../../../cloud/services/domains.js';
import {
  attributeOf,
  bothFormats,
  type ExportedOutput,
  type ExportedResource,
  tagsRow,
} from '../../stage/exported.js';
import { isOurs } from '../../stage/own-tag.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired, Observed } from '../../stage/states.js';
import { STAGE_ID } from '../rest-api/api-export.js';
import { apiId, type DesiredApi, placeText } from '../rest-api/api-state.js';
import { type DesiredDomain, domainAddress, domainId } from './domain-steps.js';

export const domainExport: ResourceExport = {
  resources: (desired, observed) => {
    const { domain, api } = desired;
    if (!domain || !api) return { resources: [] };
    const settings = isShared(desired, observed) ? undefined : domain.settings;
    const mapping = exportMapping(domain, { api, isOwn: settings !== undefined });
    if (!settings) return { resources: [mapping], outputs: [addressOf(domain)] };
    const outputs = [addressOf(domain), ...dnsOf(domain)];
    return { resources: [exportName(settings), mapping], outputs };
  },
  adopted: (desired, observed) => {
    const { domain } = desired;
    const { domains, api } = observed;
    const found = domains?.find(({ name }) => name === domain?.name);
    if (!domain || !found?.domain) return [];
    const { name, basePath } = domain;
    const isThere = found.mappings.some(
      (one) => one.basePath === basePath && one.apiId === api?.id,
    );
    return [
      ...(!domain.settings || isShared(desired, observed)
        ? []
        : [{ resource: domainId(name), importId: name }]),
      ...(isThere ? [{ resource: mappingId(domain), importId: `${name}/${basePath}` }] : []),
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

function addressOf(domain: DesiredDomain): ExportedOutput {
  const meaning = 'The URL of the API at its domain';
  return { name: 'domain_url', meaning, value: domainAddress(domain) };
}

/** The user manages the DNS, so the export outputs the target. */
function dnsOf({ name }: DesiredDomain): readonly ExportedOutput[] {
  const id = domainId(name);
  return [
    {
      name: 'domain_target',
      meaning: `What the DNS of ${name} must be an alias of`,
      value: attributeOf(id, 'target'),
    },
    {
      name: 'domain_zone',
      meaning: 'The hosted zone of that alias',
      value: attributeOf(id, 'zone'),
    },
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
