// The process of the application that a test opens first is launched before the compiler is loaded.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { APP_TYPES } from '../../cli/serve/testing/app-types.js';
import { temporaryProject } from '../support/temporary-project.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/cli/testing/index.js')).href;

const APP = `import { Framework } from 'framework';
import { existsSync } from 'node:fs';

export const app = new Framework({ appName: 'x' });

class Views {
  @app.route('/')
  index() {
    const { PLACE, GONE, AWS_LAMBDA_FUNCTION_NAME, LAMBDA_TASK_ROOT } = process.env;
    return {
      started: performance.timeOrigin,
      seen: {
        name: AWS_LAMBDA_FUNCTION_NAME,
        memory: process.execArgv.at(-1),
        place: PLACE,
        gone: GONE ?? null,
        isInPackage: existsSync(LAMBDA_TASK_ROOT + '/index.mjs'),
      },
    };
  }
}
`;
const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'x',
  stages: { dev: { lambda_memory_size: 192, environment_variables: { PLACE: 'stage' } } },
});
const SEEN = {
  name: 'x-dev',
  memory: '--max-old-space-size=192',
  place: 'file',
  gone: 'not yet',
  isInPackage: true,
};

/** Returns what the application prints in a separate process, which sets variables before it opens the application. */
function opened(directory: string, options: object = {}, change = '') {
  const script = `import { testApp } from '${BUILT}';
${change}
const { client, close } = await testApp(${JSON.stringify(directory)}, ${JSON.stringify(options)});
console.log((await client.get('/')).text());
await close();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', env: { ...process.env, GONE: 'not yet' } },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { readonly started: number; readonly seen: unknown };
}

test('it was launched before the source was read, with the environment and the memory of the moment', () => {
  const files = { 'app.ts': APP, '.env': 'PLACE=file\n' };
  const directory = temporaryProject({ ...files, '.framework/config.json': CONFIG });
  const { started, seen } = opened(directory);
  expect(seen).toEqual(SEEN);
  expect(started).toBeLessThan(statSync(join(directory, APP_TYPES)).mtimeMs);
  expect(opened(directory, { environment: { PLACE: 'test' } }).seen).toEqual({
    ...SEEN,
    place: 'test',
  });
  expect(opened(directory, {}, 'delete process.env.GONE;').seen).toEqual({ ...SEEN, gone: null });
});
