// An application of which an export has something of every kind: a function of its own, which is an authorizer too.
import { helloWorld } from '../deploy/deployments.js';
import { GUARDED } from '../deploy/guarded-app.js';

const CONFIG = {
  version: '2.0',
  runtime: 'nodejs22.x',
  architecture: 'arm64',
  log_retention_in_days: 7,
  tags: { team: 'shop' },
  environment_variables: { TEMPLATE: '${HOME} %{x} {{y}}' },
  stages: {
    dev: {
      lambda_functions: {
        gatekeeper: {
          lambda_timeout: 7,
          lambda_memory_size: 192,
          reserved_concurrency: 2,
        },
      },
    },
  },
};

/** Its directory. */
export function exportedApp(): string {
  const config = JSON.stringify(CONFIG);
  return helloWorld({ 'app.ts': GUARDED, '.framework/config.json': config });
}

/** What its route answers to callers with a right token, a wrong one and none: each with its status. */
export async function answersAt(address: string): Promise<readonly string[]> {
  const requests = [{ Token: 'open' }, { Token: 'shut' }, {}].map(async (headers) => {
    const response = await fetch(address, { headers: new Headers(Object.entries(headers)) });
    return `${response.status} ${await response.text()}`;
  });
  return Promise.all(requests);
}
