// A host for tests of the gateway model, and its responses.
import {
  createInProcessHost,
  type HostRequest,
  type InProcessHost,
} from './in-process-host.fixture.js';
import { manifestOf, type RouteSketch } from './manifest-of.fixture.js';

/** Creates a host whose function returns the parts of the event that routing determines. */
export function hostOf(...routes: RouteSketch[]): InProcessHost {
  return createInProcessHost({
    manifest: manifestOf(routes),
    handler: (event) => ({ statusCode: 200, body: JSON.stringify(event) }),
    apiKeyId: (key) => (key === 'good' ? 'key-1' : undefined),
  });
}

export async function ask(host: InProcessHost, request: HostRequest | string): Promise<unknown> {
  const answer = await host.request(typeof request === 'string' ? { path: request } : request);
  if (answer.status !== 200) {
    return `${answer.status} ${answer.headers['x-amzn-errortype'] ?? ''} ${answer.text()}`;
  }
  const event = answer.json() as Record<string, unknown>; // because the fixture's function returns its event as the response
  return {
    resource: event['resource'],
    path: event['path'],
    pathParameters: event['pathParameters'],
  };
}
