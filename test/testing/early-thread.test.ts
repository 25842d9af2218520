// The thread of an application that was opened before starts while the compiler is loaded.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/cli/testing/index.js')).href;

const APP = `import { Framework } from 'framework';
import { resourceLimits, threadId } from 'node:worker_threads';

export const app = new Framework({ appName: 'x' });

class Views {
  @app.route('/')
  index() {
    const { PLACE, GONE } = process.env;
    return { threadId, memory: resourceLimits.maxOldGenerationSizeMb, place: PLACE, gone: GONE ?? null };
  }
}
`;
const config = (memory: number): string =>
  JSON.stringify({
    version: '2.0',
    app_name: 'x',
    stages: { dev: { lambda_memory_size: memory, environment_variables: { PLACE: 'stage' } } },
  });

/** What the application tells in a process of its own, which sets variables before it opens it. */
function opened(directory: string, environment: object, change = ''): unknown {
  const script = `import { testApp } from '${BUILT}';
${change}
const { client, close } = await testApp(${JSON.stringify(directory)}, { environment: ${JSON.stringify(environment)} });
console.log((await client.get('/')).text());
await close();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', env: { ...process.env, GONE: 'not yet' } },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('it has the environment and the memory of the moment, and one with another memory is not used', () => {
  const directory = temporaryProject({ 'app.ts': APP, '.framework/config.json': config(128) });
  // The engine is the first thread.
  const first = { threadId: 2, memory: 128, place: 'stage', gone: 'not yet' };
  expect(opened(directory, {})).toEqual(first);
  expect(opened(directory, { PLACE: 'test' })).toEqual({ ...first, place: 'test' });
  expect(opened(directory, {}, 'delete process.env.GONE;')).toEqual({ ...first, gone: null });

  writeFileSync(join(directory, '.framework/config.json'), config(256));
  const larger = { ...first, memory: 256 };
  // The second thread was ended.
  expect(opened(directory, {})).toEqual({ ...larger, threadId: 3 });
  expect(opened(directory, {})).toEqual(larger);
  expect(opened(directory, { NODE_DEBUG: 'nothing' })).toEqual({ ...larger, threadId: 3 });
});
