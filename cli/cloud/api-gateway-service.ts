// The calls to API Gateway, made with the AWS SDK.
import type * as apiGatewayClient from './api-gateway-client.js';
import type { Deployment, EndpointType } from '@aws-sdk/client-api-gateway';
import {
  API_GATEWAY_ACTIONS,
  type ApiGatewayCalls,
  type CloudDeployment,
} from './api-gateway-calls.js';
import { domainService } from './domain-service.js';
import { readApi, readStage, stagePatches } from './api-settings.js';
import { unlessMissing } from './cloud-error.js';
import { readPages } from './pages.js';
import { partitionOf } from './regions.js';
import type { Port, SdkService } from './port.js';
import type { ServiceCaller } from './service-caller.js';

type Module = typeof apiGatewayClient;
type Client = InstanceType<Module['APIGatewayClient']>;

declare module './cloud.js' {
  interface CloudCalls {
    readonly apiGateway: ApiGatewayCalls;
  }
}

const API_GATEWAY: SdkService<Module, Client> = {
  id: 'API_GATEWAY',
  prefix: 'apigateway',
  open: async (config) => {
    const sdk = await import('./api-gateway-client.js');
    return { sdk, client: new sdk.APIGatewayClient(config) };
  },
};

export const apiGatewayPort: Port<'apiGateway'> = {
  name: 'apiGateway',
  actions: API_GATEWAY_ACTIONS,
  open: ({ caller, region }) => apiGatewayService(caller(API_GATEWAY), region),
};

/** The largest page that API Gateway gives. */
const PAGE = 500;

function apiGatewayService(call: ServiceCaller<Module, Client>, region: string): ApiGatewayCalls {
  return {
    ...domainService(call, region),

    findApis: async (name) => {
      const apis = await readPages((position: string | undefined) =>
        call('GetRestApis', async ({ sdk, client }, options) => {
          const command = new sdk.GetRestApisCommand({ position, limit: PAGE });
          const page = await client.send(command, options);
          return { items: [...(page.items ?? [])], next: page.position };
        }),
      );
      return apis.filter((api) => api.name === name).map(readApi);
    },

    getApi: (id) =>
      unlessMissing(
        call('GetRestApi', async ({ sdk, client }, options) =>
          readApi(await client.send(new sdk.GetRestApiCommand({ restApiId: id }), options)),
        ),
      ),

    createApi: ({ name, tags, endpointType = 'REGIONAL', vpcEndpointIds = [] }) =>
      call(
        'CreateRestApi',
        async ({ sdk, client }, options) => {
          const command = new sdk.CreateRestApiCommand({
            name,
            tags: { ...tags },
            endpointConfiguration: {
              types: [endpointType as EndpointType], // because the configuration knows those of API Gateway
              ...(vpcEndpointIds.length > 0 && { vpcEndpointIds: [...vpcEndpointIds] }),
            },
          });
          return readApi(await client.send(command, options));
        },
        { repetition: 'once' },
      ),

    tagApi: (id, tags) =>
      call('TagResource', async ({ sdk, client }, options) => {
        const resourceArn = `arn:${partitionOf(region)}:apigateway:${region}::/restapis/${id}`;
        await client.send(new sdk.TagResourceCommand({ resourceArn, tags: { ...tags } }), options);
      }),

    untagApi: (id, keys) =>
      call('UntagResource', async ({ sdk, client }, options) => {
        const resourceArn = `arn:${partitionOf(region)}:apigateway:${region}::/restapis/${id}`;
        const command = new sdk.UntagResourceCommand({ resourceArn, tagKeys: [...keys] });
        await client.send(command, options);
      }),

    putApi: (id, document) =>
      call('PutRestApi', async ({ sdk, client }, options) => {
        const body = Buffer.from(document);
        const input = { restApiId: id, mode: 'overwrite', body } as const;
        return readApi(await client.send(new sdk.PutRestApiCommand(input), options));
      }),

    updateApi: (id, patches) =>
      call('UpdateRestApi', async ({ sdk, client }, options) => {
        const input = { restApiId: id, patchOperations: [...patches] };
        return readApi(await client.send(new sdk.UpdateRestApiCommand(input), options));
      }),

    getStage: (apiId, stage) =>
      unlessMissing(
        call('GetStage', async ({ sdk, client }, options) => {
          const command = new sdk.GetStageCommand({ restApiId: apiId, stageName: stage });
          return readStage(await client.send(command, options));
        }),
      ),

    listStages: (apiId) =>
      unlessMissing(
        call('GetStages', async ({ sdk, client }, options) => {
          const { item } = await client.send(
            new sdk.GetStagesCommand({ restApiId: apiId }),
            options,
          );
          return (item ?? []).map(readStage);
        }),
        [],
      ),

    createDeployment: (apiId, { stage, description, stageDescription }) =>
      call(
        'CreateDeployment',
        async ({ sdk, client }, options) => {
          const input = { restApiId: apiId, stageName: stage, description, stageDescription };
          const command = new sdk.CreateDeploymentCommand(input);
          return readDeployment(await client.send(command, options));
        },
        { repetition: 'once' },
      ),

    getDeployment: (apiId, id) =>
      unlessMissing(
        call('GetDeployment', async ({ sdk, client }, options) => {
          const command = new sdk.GetDeploymentCommand({ restApiId: apiId, deploymentId: id });
          return readDeployment(await client.send(command, options));
        }),
      ),

    updateStage: (apiId, stage, deploymentId) =>
      call('UpdateStage', async ({ sdk, client }, options) => {
        const command = new sdk.UpdateStageCommand({
          restApiId: apiId,
          stageName: stage,
          patchOperations: [{ op: 'replace', path: '/deploymentId', value: deploymentId }],
        });
        await client.send(command, options);
      }),

    updateStageSettings: (apiId, stage, settings) =>
      call('UpdateStage', async ({ sdk, client }, options) => {
        const place = { restApiId: apiId, stageName: stage };
        const shown = settings.throttle
          ? undefined
          : await client.send(new sdk.GetStageCommand(place), options);
        const patchOperations = [...stagePatches(settings, shown)];
        await client.send(new sdk.UpdateStageCommand({ ...place, patchOperations }), options);
      }),

    deleteStage: (apiId, stage) =>
      unlessMissing(
        call('DeleteStage', async ({ sdk, client }, options) => {
          const input = { restApiId: apiId, stageName: stage };
          await client.send(new sdk.DeleteStageCommand(input), options);
        }),
      ),

    exportStage: (apiId, stage) =>
      unlessMissing(
        call('GetExport', async ({ sdk, client }, options) => {
          const command = new sdk.GetExportCommand({
            restApiId: apiId,
            stageName: stage,
            exportType: 'oas30',
            accepts: 'application/json',
            parameters: { extensions: 'apigateway' },
          });
          const { body } = await client.send(command, options);
          return body && Buffer.from(body).toString('utf8');
        }),
      ),

    deleteApi: (id) =>
      unlessMissing(
        call('DeleteRestApi', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteRestApiCommand({ restApiId: id }), options);
        }),
      ),
  };
}

function readDeployment({ id = '', description = '', createdDate }: Deployment): CloudDeployment {
  return { id, description, createdAt: createdDate?.getTime() ?? 0 };
}
