// A host for tests of the gateway model, and what it answers.
import { createInProcessHost } from './in-process-host.js';
import type { HostRequest, InProcessHost } from './in-process-host.js';
import { manifestOf } from './manifest-of.fixture.js';
import type { RouteSketch } from './manifest-of.fixture.js';

/** A host whose function answers with the parts of the event that routing decides. */
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
  const event = answer.json() as Record<string, unknown>; // because the fixture's function answers with its event
  return {
    resource: event['resource'],
    path: event['path'],
    pathParameters: event['pathParameters'],
  };
}
