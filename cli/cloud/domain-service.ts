// The calls to API Gateway about domain names, made with the AWS SDK.
import type { BasePathMapping, DomainName } from '@aws-sdk/client-api-gateway';
import type * as apiGatewayClient from './api-gateway-client.js';
import { unlessMissing } from './cloud-error.js';
import type { CloudDomain, CloudMapping, DomainCalls, DomainSettings } from './domain-calls.js';
import { readPages } from './pages.js';
import { partitionOf } from './regions.js';
import type { ServiceCaller } from './service-caller.js';

type Module = typeof apiGatewayClient;

/** How API Gateway writes an empty base path. */
const NONE = '(none)';
const PAGE = 500;

export function domainService(
  call: ServiceCaller<Module, InstanceType<Module['APIGatewayClient']>>,
  region: string,
): DomainCalls {
  const arnOf = (name: string): string =>
    `arn:${partitionOf(region)}:apigateway:${region}::/domainnames/${name}`;
  return {
    getDomain: (name) =>
      unlessMissing(
        call('GetDomainName', async ({ sdk, client }, options) => {
          const command = new sdk.GetDomainNameCommand({ domainName: name });
          return readDomain(await client.send(command, options));
        }),
      ),

    createDomain: (domain) =>
      call(
        'CreateDomainName',
        async ({ sdk, client }, options) => {
          const command = new sdk.CreateDomainNameCommand(creationOf(domain));
          return readDomain(await client.send(command, options));
        },
        { repetition: 'once' },
      ),

    updateDomain: (name, patches) =>
      call('UpdateDomainName', async ({ sdk, client }, options) => {
        const input = { domainName: name, patchOperations: [...patches] };
        await client.send(new sdk.UpdateDomainNameCommand(input), options);
      }),

    tagDomain: (name, tags) =>
      call('TagResource', async ({ sdk, client }, options) => {
        const input = { resourceArn: arnOf(name), tags: { ...tags } };
        await client.send(new sdk.TagResourceCommand(input), options);
      }),

    untagDomain: (name, keys) =>
      call('UntagResource', async ({ sdk, client }, options) => {
        const input = { resourceArn: arnOf(name), tagKeys: [...keys] };
        await client.send(new sdk.UntagResourceCommand(input), options);
      }),

    deleteDomain: (name) =>
      unlessMissing(
        call('DeleteDomainName', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteDomainNameCommand({ domainName: name }), options);
        }),
      ),

    listMappings: (domain) =>
      unlessMissing(
        readPages((position: string | undefined) =>
          call('GetBasePathMappings', async ({ sdk, client }, options) => {
            const input = { domainName: domain, position, limit: PAGE };
            const page = await client.send(new sdk.GetBasePathMappingsCommand(input), options);
            return { items: (page.items ?? []).map(readMapping), next: page.position };
          }),
        ),
        [],
      ),

    createMapping: (domain, { basePath, apiId, stage }) =>
      call('CreateBasePathMapping', async ({ sdk, client }, options) => {
        const place = { domainName: domain, basePath: writtenPath(basePath) };
        const input = { ...place, restApiId: apiId, stage };
        await client.send(new sdk.CreateBasePathMappingCommand(input), options);
      }),

    updateMapping: (domain, basePath, to) =>
      call('UpdateBasePathMapping', async ({ sdk, client }, options) => {
        const replace = (path: string, value: string) => ({ op: 'replace', path, value }) as const;
        const input = {
          domainName: domain,
          basePath: writtenPath(basePath),
          patchOperations: [
            ...(basePath === to.basePath ? [] : [replace('/basePath', writtenPath(to.basePath))]),
            replace('/stage', to.stage),
          ],
        };
        await client.send(new sdk.UpdateBasePathMappingCommand(input), options);
      }),

    deleteMapping: (domain, basePath) =>
      unlessMissing(
        call('DeleteBasePathMapping', async ({ sdk, client }, options) => {
          const input = { domainName: domain, basePath: writtenPath(basePath) };
          await client.send(new sdk.DeleteBasePathMappingCommand(input), options);
        }),
      ),
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
    endpointConfiguration: { types: [isEdge ? 'EDGE' : 'REGIONAL'] as ('EDGE' | 'REGIONAL')[] }, // because the SDK wants a list that may change
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

function readMapping({
  basePath = NONE,
  restApiId = '',
  stage = '',
}: BasePathMapping): CloudMapping {
  return { basePath: basePath === NONE ? '' : basePath, apiId: restApiId, stage };
}
