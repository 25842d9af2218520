// `framework openapi --stage`: the document contains the URL of the stage, and its routes exist there.
import { expect } from 'vitest';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import { send } from '../local/support/client.js';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { addressIn, framework } from './deployments.js';

const test = sampledTest('documents of stages', 3);

const APP = `import { Framework, NotFoundError, type Int } from 'framework';
export const app = new Framework({ appName: 'atlas' });
class Views {
  @app.route('/cities/{id}')
  city(id: Int<{ minimum: 1 }>): { id: number } {
    if (id > 9) throw new NotFoundError('no such city');
    return { id };
  }
}
`;

type Document = {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly responses: Readonly<Record<string, unknown>> } }>
  >;
};

test('servers has the address of the stage, where every answer of the document is found', async () => {
  const cwd = temporaryProject({ 'app.ts': APP });
  const cloud = await startTestCloud();
  try {
    const early = await framework('openapi --stage dev', { cwd, cloud });
    expect(early.exitCode).not.toBe(0);
    expect(early.out).toBe('');

    const deployed = await framework('deploy', { cwd, cloud });
    expect(deployed.exitCode, deployed.err).toBe(0);
    const printed = await framework('openapi --stage dev', { cwd, cloud });
    expect(printed.exitCode, printed.err).toBe(0);
    const document = JSON.parse(printed.out) as Document; // because the command prints one
    const [server, ...others] = document.servers ?? [];
    expect(others).toEqual([]);
    // A path is appended to the URL unchanged (spec.openapis.org/oas/v3.1.1#paths-object).
    expect(`${server?.url ?? ''}/`).toBe(addressIn(deployed.out));

    const { port, pathname } = new URL(server?.url ?? '');
    const [, , id = '', stage = ''] = pathname.split('/');
    const host = `${id}.execute-api.us-east-1.amazonaws.com`;
    const responses = Object.keys(document.paths['/cities/{id}']?.get.responses ?? {});
    const found = await Promise.all(
      ['1', '0', '10'].map(async (city) => {
        const path = `/${stage}/cities/${city}`;
        const { status } = await send(Number(port), { path, headers: { host } });
        return String(status);
      }),
    );
    expect(found).toEqual(['200', '400', '404']);
    expect(responses).toEqual(found);

    const local = await framework('openapi', { cwd, cloud });
    expect(JSON.parse(local.out)).not.toHaveProperty('servers');
  } finally {
    await cloud.close();
  }
});
