import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfigFnObject } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

const excluded = ['**/node_modules/**', 'test/fixtures/**', 'test/.tmp/**'];

/** Each has a process of its own: they change the clock, the console or the environment, or watch what a process loads. */
const APART = [
  'test/testing/**/*.test.ts',
  'test/vite/**/*.test.ts',
  'test/example-app/**/*.test.ts',
];

const SUPPORT = join(import.meta.dirname, 'test/support');

const cores = availableParallelism();

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  // For every process of the run, which may last beyond midnight. Vitest does not tell workers of projects the mode.
  process.env['SAMPLE_SEED'] ??= mode === 'full' ? 'all' : new Date().toISOString().slice(0, 10);
  return {
    resolve: {
      alias: [{ find: /^typescript$/, replacement: join(SUPPORT, 'typescript.cjs') }],
    },
    test: {
      experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
      reporters: ['default', './test/support/closing-line.ts'],
      // Limits find what never ends. A machine that has other work is slow, and that is no mistake of a test.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      teardownTimeout: 60_000,
      expect: { poll: { timeout: 60_000 } },
      // Most of the time of a worker is waiting: for processes, and for the pauses that a deploy makes between two looks at the
      // cloud. One needs about half of a core. A machine of many cores has enough workers with one each, and memory is the limit.
      maxWorkers: Math.max(Math.min(Math.ceil(cores * 2.5), 10), cores),
      sequence: { sequencer: LongestFirst },
      globalSetup: ['test/support/temporary-folder.ts'],
      env: {
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: 'us-east-1',
        AWS_CONFIG_FILE: '/dev/null',
        AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
        NO_COLOR: '1',
      },
      projects: [
        {
          // What two of them use is transformed once, and loaded once a worker: the compiler, the SDK and TypeScript take longer
          // than most tests. They change nothing global. Those of test/ may use dist/, which is built before them when it is older
          // than a source.
          extends: true,
          test: {
            name: 'shared',
            isolate: false,
            include: ['{runtime,compiler,transformers,cli,test}/**/*.test.ts'],
            exclude: [...excluded, ...APART],
            globalSetup: ['test/support/built-package.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'apart',
            include: APART,
            exclude: excluded,
            globalSetup: ['test/support/built-package.ts'],
          },
        },
      ],
    },
  };
});

export default config;
