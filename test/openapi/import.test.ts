// The documents are imported by the test cloud, which rejects what API Gateway rejects, and the exported documents are
// equivalent for a plan.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../cli/cloud/connect.js';
import type { Cloud } from '../../cli/cloud/cloud.js';
import { withHash, placeDocument } from '../../compiler/openapi/openapi-document.js';
import { openApiDocument } from '../../compiler/openapi/open-api.js';
import { summarizeDocument } from '../../compiler/openapi/route-summary.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { compiledApp } from '../conformance/compiled-app.js';
import { exampleApp } from './example-app.fixture.js';

let testCloud: TestCloud;
let cloud: Cloud;
beforeAll(async () => {
  testCloud = await startTestCloud();
  const { signal } = new AbortController();
  cloud = connect({ environment: testCloud.environment, signal });
});
afterAll(async () => {
  cloud.close();
  await testCloud.close();
});

test.each([
  { name: 'city-guide-dev', manifest: exampleApp },
  { name: 'conformance-dev', manifest: () => compiledApp('app').manifest },
])('$name is imported and exported', async ({ name, manifest }) => {
  const options = {
    name,
    region: cloud.region,
    functionName: name,
    stream: { functionName: `${name}-stream`, timeout: 60 },
  };
  const hashed = withHash(openApiDocument(manifest(), options), 'a'.repeat(64));
  const document = placeDocument(hashed, {
    partition: 'aws',
    account: '123456789012',
    region: cloud.region,
  });
  const { apiGateway } = cloud;
  const { id } = await apiGateway.createApi({ name, tags: {} });
  await apiGateway.putApi(id, JSON.stringify(document));
  await apiGateway.createDeployment(id, { stage: 'api', description: '', stageDescription: '' });
  const exported: unknown = JSON.parse((await apiGateway.exportStage(id, 'api')) ?? '');
  expect(summarizeDocument(exported)).toEqual(summarizeDocument(document));
  expect(await apiGateway.getApi(id)).toMatchObject({
    name,
    description: `framework sha256=${'a'.repeat(64)}`,
  });
});
