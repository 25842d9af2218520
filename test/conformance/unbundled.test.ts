// The conformance table against the runtime as tests of applications use it: with decorators that really run, in both modes,
// behind the gateway model.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type {
  LambdaHandler,
  StreamingHandler,
} from '../../cli/serve/gateway/in-process-host.fixture.js';
import type { AppName } from './case.js';
import { INPUT } from './cases/input.js';
import { STREAM_INPUT } from './cases/streams.js';
import { guardedHost } from './guarded-host.js';
import { type OpenApp, runConformance, WITHOUT_GATEWAY } from './run-conformance.js';

const RUNTIME = join(import.meta.dirname, '../../runtime/index.ts');
const BUILT_ONLY = {
  reason: 'inputs are checked by code that only a build writes',
  cases: [...INPUT.cases, ...STREAM_INPUT.cases].map(({ title }) => title),
};
const TYPES_ONLY = {
  reason: 'what an empty stream is sent as is read from types, which only a build does',
  cases: ['an empty stream sends its head'],
};
const SKIPPED = {
  standard: [
    BUILT_ONLY,
    TYPES_ONLY,
    WITHOUT_GATEWAY,
    {
      reason:
        'a standard decorator that runs unbundled never sees the class of a view that uses `this`',
      cases: ['a class has one instance, made when its first view is called'],
    },
  ],
  legacy: [BUILT_ONLY, TYPES_ONLY, WITHOUT_GATEWAY],
};

for (const decorators of ['standard', 'legacy'] as const)
  runConformance({
    name: `unbundled, ${decorators} decorators`,
    open: (name) => openUnbundled(name, decorators),
    skip: SKIPPED[decorators],
  });

async function openUnbundled(name: AppName, decorators: 'standard' | 'legacy'): Promise<OpenApp> {
  const directory = await mkdtemp(join(tmpdir(), 'framework-unbundled-'));
  const file = join(directory, 'app.mjs');
  await build({
    stdin: {
      contents: `import './app.ts'; export { createHandler, createStreamHandler } from 'framework';`,
      resolveDir: join(import.meta.dirname, name),
      loader: 'ts',
    },
    absWorkingDir: join(import.meta.dirname, name),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    outfile: file,
    alias: { framework: RUNTIME },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: decorators === 'legacy' } },
  });
  const module: unknown = await import(pathToFileURL(file).href);
  const { createHandler, createStreamHandler } = module as {
    createHandler: () => LambdaHandler;
    createStreamHandler: () => StreamingHandler;
  }; // because the entry exports them
  const host = guardedHost(name, createHandler(), createStreamHandler());
  return { request: host.request, close: () => rm(directory, { recursive: true }) };
}
