// No command executes the application: one whose modules throw errors, write files and open sockets when they are loaded is
// deployed and deleted like any other, and only its callers notice.
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';
import { addressIn, testCloud } from './deployments.js';

/** The traces of a module that was loaded. */
type Traces = { readonly mark: string; readonly port: number };

/** Returns statements that leave traces with this name. */
function loud(name: string, { mark, port }: Traces): string {
  return `
import { appendFileSync } from 'node:fs';
import { connect } from 'node:net';
appendFileSync('${mark}', '${name} ');
connect(${port}, '127.0.0.1').on('error', () => undefined).end('${name}');
`;
}

function projectOf(traces: Traces): Readonly<Record<string, string>> {
  const log = `appendFileSync('${traces.mark}'`;
  return {
    'app.ts': `${loud('app', traces)}
import { Framework } from 'framework';
import 'loud-package';
import './views.js';
import { app } from './service.js';

export { app };

class Answer { static { ${log}, 'static block '); } }
enum Level { Low = ${log}, 'enum ') ?? 1 }
process.on('exit', () => { ${log}, 'exit '); });
setInterval(() => { ${log}, 'interval '); }, 1);
await new Promise((resolve) => setTimeout(resolve, 1));
process.exitCode = 99;
if (Level && Answer && Framework) throw new Error('The module app was loaded');
`,
    'service.ts': `${loud('service', traces)}
import { Framework } from 'framework';

export const app = new Framework({ appName: 'loud' });
`,
    'views.ts': `${loud('views', traces)}
import { app } from './service.js';

function note<Value>(value: Value): Value { ${log}, 'argument '); return value; }

export class Views {
  own = note('field');

  @app.route('/')
  index() { return { own: this.own }; }
}

export const resize = app.lambdaFunction()(function resize() { return 1; });
note('module');
`,
    'node_modules/loud-package/package.json': JSON.stringify({
      name: 'loud-package',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      scripts: {
        preinstall: 'exit 1',
        install: 'exit 1',
        postinstall: 'exit 1',
        prepare: 'exit 1',
      },
    }),
    'node_modules/loud-package/index.js': loud('package', traces),
    'package.json': JSON.stringify({
      type: 'module',
      dependencies: { 'loud-package': '1.0.0' },
      scripts: { build: 'exit 1', prepare: 'exit 1', predeploy: 'exit 1' },
    }),
  };
}

test('nothing of an application runs until it is called', async () => {
  const connections: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (data) => connections.push(data.toString())).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // because it listens on TCP
  const mark = join(temporaryProject({}), 'mark');
  const traces = { mark, port };
  const cwd = temporaryProject(projectOf(traces));
  const cloud = await testCloud();
  const noTrace = { isMarked: false, connections: [] };
  // Any of its code would run in this process too.
  const framework = async (
    line: string,
    runIt: typeof run | typeof runHere = runHere,
  ): Promise<string> => {
    const { exitCode, stdout, stderr } = await runIt(line, { cwd, environment: cloud.environment });
    expect({ line, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
      line,
      exitCode: 0,
      stderr: '',
    });
    expect({ isMarked: existsSync(mark), connections }, line).toEqual(noTrace);
    return stdout.trim();
  };

  for (const line of ['check', 'routes', 'gen-policy', 'plan', 'build']) await framework(line);
  const url = addressIn(await framework('deploy', run));
  writeFileSync(join(cwd, 'more.ts'), loud('more', traces));
  writeFileSync(join(cwd, 'app.ts'), `import './more.js';\n${projectOf(traces)['app.ts'] ?? ''}`);
  for (const line of ['plan --json', 'deploy', 'url', 'rollback', 'gen-policy --deployer']) {
    await framework(line);
  }

  // The traces work: the function leaves them.
  await expect.poll(async () => (await fetch(url)).status).toBe(502);
  expect(existsSync(mark)).toBe(true);
  expect(connections).not.toEqual([]);
});

test('a stage is deleted without the application being run', async () => {
  const mark = join(temporaryProject({}), 'mark');
  const cwd = temporaryProject(projectOf({ mark, port: 1 }));
  const cloud = await testCloud();
  for (const line of ['deploy', 'delete --yes']) {
    const { exitCode, stderr } = await runHere(line, { cwd, environment: cloud.environment });
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  }
  expect(cloud.inventory()).toEqual([]);
  expect(existsSync(mark)).toBe(false);
});
