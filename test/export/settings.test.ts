// Settings of functions and the API in the configuration, as other tools create them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { at, mappingIn, readJson, runExport } from './exports.js';

const LAYER = 'arn:aws:lambda:eu-west-1:123456789012:layer:metrics:3';
const VPCE = 'vpce-0a1b2c3d4e5f67890';

function project(): string {
  const config = {
    version: '2.0',
    xray: true,
    layers: [LAYER],
    ephemeral_storage: 1024,
    minimum_compression_size: 100,
    api_gateway_endpoint_type: 'PRIVATE',
    api_gateway_endpoint_vpce: VPCE,
    api_gateway_throttle: { rate_limit: 0.5, burst_limit: 3 },
  };
  const text = JSON.stringify(config);
  return temporaryProject({ 'app.ts': HELLO_WORLD, '.framework/config.json': text });
}

test('Terraform gets layers, space, traces, endpoints and limits', async () => {
  const cwd = project();
  await runExport('--format terraform --out infra', cwd);
  const resource = mappingIn(readJson(join(cwd, 'infra'), 'main.tf.json'), 'resource');
  const [made] = Object.values(mappingIn(resource, 'aws_lambda_function'));
  expect(made).toMatchObject({
    layers: [LAYER],
    ephemeral_storage: { size: 1024 },
    tracing_config: { mode: 'Active' },
  });
  expect(at(resource, 'aws_api_gateway_rest_api', 'this')).toMatchObject({
    endpoint_configuration: { types: ['PRIVATE'], vpc_endpoint_ids: [VPCE] },
    minimum_compression_size: '100',
    body: expect.stringContaining('"aws:SourceVpce"') as string,
  });
  expect(at(resource, 'aws_api_gateway_stage', 'this', 'xray_tracing_enabled')).toBe(true);
  expect(at(resource, 'aws_api_gateway_method_settings', 'this')).toMatchObject({
    stage_name: '${aws_api_gateway_stage.this.stage_name}',
    method_path: '*/*',
    settings: { throttling_rate_limit: 0.5, throttling_burst_limit: 3 },
  });
});

test('CloudFormation gets them too', async () => {
  const cwd = project();
  await runExport('--format cloudformation --out infra', cwd);
  const resources = mappingIn(readJson(join(cwd, 'infra'), 'template.json'), 'Resources');
  const [made] = Object.entries(resources).filter(([name]) => /^Function/.test(name));
  expect(made?.[1]).toMatchObject({
    Properties: {
      Layers: [LAYER],
      EphemeralStorage: { Size: 1024 },
      TracingConfig: { Mode: 'Active' },
    },
  });
  expect(at(resources, 'Api', 'Properties')).toMatchObject({
    EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: [VPCE] },
    Body: { 'x-amazon-apigateway-minimum-compression-size': 100 },
  });
  expect(at(resources, 'Stage', 'Properties')).toMatchObject({
    TracingEnabled: true,
    MethodSettings: [
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingRateLimit: 0.5,
        ThrottlingBurstLimit: 3,
      },
    ],
  });
});
