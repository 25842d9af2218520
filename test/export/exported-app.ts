// An application that contains everything that can be exported: a separate function, which is also an authorizer, and a route
// that streams.
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
        stream_handler: { lambda_timeout: 90, manage_iam_role: true },
      },
    },
  },
};

export const SOURCE: string = GUARDED.replace(
  'export class Views {',
  `export class Views {
  @app.route('/ticks')
  async *ticks() {
    yield 'tick';
    yield 'tock';
  }
`,
);

/** Creates the application and returns its directory. */
export function exportedApp(): string {
  const config = JSON.stringify(CONFIG);
  return helloWorld({ 'app.ts': SOURCE, '.framework/config.json': config });
}

/**
 * Returns the routes' responses: from one route to callers with a valid token, an invalid token and no token, and from the
 * streaming route.
 */
export async function answersAt(address: string): Promise<readonly string[]> {
  const calls = [
    ['', { Token: 'open' }],
    ['', { Token: 'shut' }],
    ['', {}],
    ['ticks', {}],
  ] as const;
  const requests = calls.map(async ([path, headers]) => {
    const url = address + path;
    const response = await fetch(url, { headers: new Headers(Object.entries(headers)) });
    return `${response.status} ${await response.text()}`;
  });
  return Promise.all(requests);
}
