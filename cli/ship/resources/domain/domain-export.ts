// Custom domains as Terraform and CloudFormation write them: the domain name and its base path mapping.
import { attributeOf, type ExportedResource, tagList, tagMapping } from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import { STAGE_ID } from '../rest-api/api-export.js';
import { apiId, type DesiredApi } from '../rest-api/api-state.js';
import { type DesiredDomain, domainId, placeText } from './domain-state.js';

export const domainExport: ResourceExport = {
  resources: ({ domain, api }) => ({ resources: domain && api ? exportDomain(domain, api) : [] }),
  adopted: ({ domain }, { domains, api }) => {
    const found = domains?.find(({ name }) => name === domain?.name);
    if (!domain || !found?.domain) return [];
    const { name, basePath } = domain;
    const isThere = found.mappings.some(
      (one) => one.basePath === basePath && one.apiId === api?.id,
    );
    return [
      { resource: domainId(name), importId: name },
      ...(isThere ? [{ resource: mappingId(domain), importId: `${name}/${basePath}` }] : []),
    ];
  },
};

function mappingId(domain: DesiredDomain): string {
  return `base path ${placeText(domain)}`;
}

function exportDomain(domain: DesiredDomain, { stage }: DesiredApi): readonly ExportedResource[] {
  const { name, basePath, certificateArn, tlsVersion, endpointType, tags, ...rest } = domain;
  rest satisfies Record<string, never>;
  const isEdge = endpointType === 'EDGE';
  return [
    {
      id: domainId(name),
      kind: 'Domain',
      terraform: {
        type: 'aws_api_gateway_domain_name',
        properties: {
          domain_name: name,
          ...(isEdge
            ? { certificate_arn: certificateArn }
            : { regional_certificate_arn: certificateArn }),
          security_policy: tlsVersion,
          endpoint_configuration: { types: [endpointType] },
          tags: tagMapping(tags),
        },
        attributes: { name: 'domain_name' },
      },
      cloudFormation: {
        type: 'AWS::ApiGateway::DomainName',
        properties: {
          DomainName: name,
          ...(isEdge
            ? { CertificateArn: certificateArn }
            : { RegionalCertificateArn: certificateArn }),
          SecurityPolicy: tlsVersion,
          EndpointConfiguration: { Types: [endpointType] },
          Tags: tagList(tags),
        },
        attributes: { name: 'Ref' },
      },
    },
    {
      id: mappingId(domain),
      kind: 'BasePath',
      after: [STAGE_ID],
      terraform: {
        type: 'aws_api_gateway_base_path_mapping',
        properties: {
          api_id: attributeOf(apiId, 'id'),
          stage_name: stage,
          domain_name: attributeOf(domainId(name), 'name'),
          ...(basePath !== '' && { base_path: basePath }),
        },
      },
      cloudFormation: {
        type: 'AWS::ApiGateway::BasePathMapping',
        properties: {
          RestApiId: attributeOf(apiId, 'id'),
          Stage: stage,
          DomainName: attributeOf(domainId(name), 'name'),
          ...(basePath !== '' && { BasePath: basePath }),
        },
      },
    },
  ];
}
