// An API made of a document, and deployed.
import {
  CreateDeploymentCommand,
  CreateRestApiCommand,
  PutRestApiCommand,
} from '@aws-sdk/client-api-gateway';
import type { ApiHost } from './api-host.fixture.js';
import { bytesOf } from './document.fixture.js';

/** Imports into an API of its own. */
export async function importDocument(
  { client }: Pick<ApiHost, 'client'>,
  document: unknown,
): Promise<string> {
  const { id = '' } = await client.send(new CreateRestApiCommand({ name: 'app-dev' }));
  const body = bytesOf(document);
  await client.send(new PutRestApiCommand({ restApiId: id, mode: 'overwrite', body }));
  return id;
}

/** Imports, deploys to the stage `api` and waits until that is live. */
export async function deployDocument(
  host: Pick<ApiHost, 'client'>,
  document: unknown,
): Promise<string> {
  const restApiId = await importDocument(host, document);
  await host.client.send(new CreateDeploymentCommand({ restApiId, stageName: 'api' }));
  await untilLive();
  return restApiId;
}

/** A hundredth of the second that a deployment takes to be live, and a little. */
export function untilLive(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 15));
}
