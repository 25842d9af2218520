// Creates an API from a document and deploys it.
import type { ApiHost } from './api-host.fixture.js';
import { bytesOf } from './document.fixture.js';

/** Imports the document into a new API. */
export async function importDocument(
  { client }: Pick<ApiHost, 'client'>,
  document: unknown,
): Promise<string> {
  const { id = '' } = await client.createRestApi({ name: 'app-dev' });
  const body = bytesOf(document);
  await client.putRestApi({ restApiId: id, mode: 'overwrite', body });
  return id;
}

/** Imports the document, deploys it to the stage `api` and waits until the deployment is live. */
export async function deployDocument(
  host: Pick<ApiHost, 'client'>,
  document: unknown,
): Promise<string> {
  const restApiId = await importDocument(host, document);
  await host.client.createDeployment({ restApiId, stageName: 'api' });
  await untilLive();
  return restApiId;
}

/** Waits a little longer than a deployment takes to become live: one second, at a time scale of 1:100. */
export function untilLive(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 15));
}
