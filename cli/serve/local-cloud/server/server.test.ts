// The record of calls, and what a process needs to reach the test cloud.
import { CreateRoleCommand } from '@aws-sdk/client-iam';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clients, createClients, refusalOf, TRUST } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

function createRole(RoleName: string): Promise<unknown> {
  return clients.iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: TRUST }));
}

test('calls are recorded with their status, and can be cleared', async () => {
  await createRole('one');
  await refusalOf(createRole('one'));
  cloud.arm({ kind: 'reset-after', at: 1 });
  await refusalOf(createRole('two'));
  expect(cloud.calls()).toMatchInlineSnapshot(`
    [
      {
        "isWrite": true,
        "operation": "CreateRole",
        "service": "iam",
        "status": 200,
      },
      {
        "isWrite": true,
        "operation": "CreateRole",
        "service": "iam",
        "status": 409,
      },
      {
        "isWrite": true,
        "operation": "CreateRole",
        "service": "iam",
        "status": 0,
      },
    ]
  `);
  cloud.clearCalls();
  expect(cloud.calls()).toEqual([]);
  expect(cloud.inventory()).toEqual(['role one', 'role two']);
});

test('the environment of a process leads to this cloud and to nothing else', () => {
  expect({ ...cloud.environment, AWS_ENDPOINT_URL: 'URL' }).toMatchInlineSnapshot(`
    {
      "AWS_ACCESS_KEY_ID": "test",
      "AWS_CONFIG_FILE": "/dev/null",
      "AWS_EC2_METADATA_DISABLED": "true",
      "AWS_ENDPOINT_URL": "URL",
      "AWS_REGION": "us-east-1",
      "AWS_SECRET_ACCESS_KEY": "test",
      "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    }
  `);
});
