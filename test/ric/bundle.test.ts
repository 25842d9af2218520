// The conformance table on the real bundle, run by AWS's own runtime interface client behind the gateway model, with this
// Node.js and with those that the environment variables NODE22 and NODE24 name.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleApp } from '../../cli/bundle/bundle-app.js';
import { type AppName, SECRET } from '../conformance/case.js';
import { compiledApp } from '../conformance/compiled-app.js';
import { guardedHost } from '../conformance/guarded-host.js';
import { type OpenApp, runConformance, WITHOUT_GATEWAY } from '../conformance/run-conformance.js';
import { type LambdaProcess, startLambda } from './lambda-process.js';

const { NODE22, NODE24 } = process.env;
const nodes = [process.execPath, NODE22, NODE24].filter((node) => node !== undefined);

for (const node of nodes) {
  runConformance({
    name: `bundle, ${node === process.execPath ? `Node ${process.version}` : node}`,
    open: (name) => openBundled(name, node),
    ...(node !== process.execPath && { isCostly: true }),
    skip: [WITHOUT_GATEWAY],
  });
}

async function openBundled(name: AppName, node: string): Promise<OpenApp> {
  const { directory, close } = await builtApp(name);
  const variables = { [SECRET.variable]: SECRET.value };
  const lambda = await startLambda({ node, directory, handler: 'index.handler', variables });
  const handler = async (event: unknown): Promise<unknown> => {
    const outcome = await lambda.invoke(event);
    if (outcome.kind === 'response') return outcome.value;
    throw new Error(`${JSON.stringify(outcome)}\n${lambda.output()}`);
  };
  let streaming: Promise<LambdaProcess> | undefined;
  const stream = async (event: unknown, out: Writable): Promise<void> => {
    streaming ??= startLambda({ node, directory, handler: 'index.stream' });
    const failure = await (await streaming).stream(event, (chunk) => void out.write(chunk));
    if (failure !== undefined) throw new Error(failure);
  };
  return {
    request: guardedHost(name, handler, stream).request,
    close: async () => {
      lambda.stop();
      (await streaming)?.stop();
      await close();
    },
  };
}

/** Builds the application's deployable folder, minified as for `deploy`. */
async function builtApp(name: AppName): Promise<{ directory: string; close: () => Promise<void> }> {
  const outDirectory = await mkdtemp(join(tmpdir(), 'framework-bundled-'));
  const { project, compilation } = compiledApp(name);
  const bundle = await bundleApp({
    root: project.root,
    settings: project.settings,
    target: { cpus: ['x64'] },
    minify: true,
    outDirectory,
    compilation,
  });
  if (bundle.kind === 'failed') throw new Error(JSON.stringify(bundle.diagnostics, null, 2));
  return { directory: outDirectory, close: () => rm(outDirectory, { recursive: true }) };
}

describe('lambda functions of the bundle', () => {
  let built: Awaited<ReturnType<typeof builtApp>>;
  const processes: LambdaProcess[] = [];
  const start = async (handler: string): Promise<LambdaProcess> => {
    const lambda = await startLambda({
      node: process.execPath,
      directory: built.directory,
      handler,
    });
    processes.push(lambda);
    return lambda;
  };
  beforeAll(async () => {
    built = await builtApp('app');
  });
  afterAll(async () => {
    for (const lambda of processes) lambda.stop();
    await built.close();
  });

  it('are called with event and context', async () => {
    const lambda = await start('index.function_greet');
    expect(await lambda.invoke({ name: 'Ada' })).toEqual({
      kind: 'response',
      value: { greeting: 'hello Ada', function: 'conformance' },
    });
  });

  it('may be functions of the call form', async () => {
    const lambda = await start('index.function_double');
    expect(await lambda.invoke({ value: 21 })).toEqual({
      kind: 'response',
      value: { doubled: 42 },
    });
  });

  it('report what they raise with a stack that points into the source', async () => {
    const lambda = await start('index.function_always-fails');
    expect(await lambda.invoke({})).toMatchObject({
      kind: 'error',
      error: {
        errorType: 'RangeError',
        errorMessage: 'the function failed',
        trace: expect.arrayContaining([
          expect.stringMatching(/^ {4}at Functions\.fail \(functions\.ts:14:11\)$/),
        ]) as unknown,
      },
    });
  });

  it('write unhandled errors of views to the log with a stack that points into the source', async () => {
    const lambda = await start('index.handler');
    const { proxyEvent } = await import('../support/proxy-events.js');
    await lambda.invoke(proxyEvent({ resource: '/unhandled/error', path: '/unhandled/error' }));
    await lambda.invoke({});
    expect(lambda.output()).toMatch(
      /^conformance - ERROR - Caught exception for GET \/unhandled\/error\rTypeError: secret of the server\r {4}at .*views\/errors\.ts:\d+:\d+\)?\r/m,
    );
  });
});
