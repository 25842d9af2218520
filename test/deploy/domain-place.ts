// An application on a custom domain, and other applications on the same domain.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { temporaryProject } from '../support/temporary-project.js';
import { type CommandRun, framework } from './deployments.js';

export const DOMAIN = 'api.example.com';
export const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/one';

export type CloudProject = { readonly cloud: TestCloud; readonly cwd: string };

export function place(cloud: TestCloud, app = 'shop'): CloudProject {
  const source = `import { Framework } from 'framework';

export const app = new Framework({ appName: '${app}' });

export class Views {
  @app.route('/cities/{city}')
  city(city: string) {
    return { app: '${app}', city, path: app.currentRequest.uriParams };
  }
}
`;
  const files = { 'app.ts': source, '.framework/config.json': '{}' };
  return { cloud, cwd: temporaryProject(files) };
}

/** Writes the configuration; `keys` are additional keys. */
export function configure(
  { cwd }: CloudProject,
  domain: object | undefined,
  keys: object = {},
): void {
  const own = domain && { domain_name: DOMAIN, certificate_arn: CERTIFICATE, ...domain };
  const config = { version: '2.0', ...keys, ...(own && { api_gateway_custom_domain: own }) };
  writeFileSync(join(cwd, '.framework/config.json'), JSON.stringify(config));
}

export async function deployAt(at: CloudProject, domain: object | undefined): Promise<CommandRun> {
  configure(at, domain);
  const run = await framework('deploy', at);
  expect(run).toMatchObject({ exitCode: 0 });
  return run;
}

export async function pathsIn(cloud: TestCloud): Promise<readonly string[]> {
  const { apiGateway } = createClients(cloud);
  const { items = [] } = await apiGateway.getBasePathMappings({ domainName: DOMAIN });
  return items.map(({ basePath = '' }) => basePath).toSorted();
}
