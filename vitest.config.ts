import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfigFnObject } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

const excluded = ['**/node_modules/**', 'test/fixtures/**', 'test/.tmp/**'];

/**
 * These tests run in a separate process: they change the clock, the console or the environment, replace a module, or check
 * which modules a process loads.
 */
const APART = [
  'cli/serve/local-cloud/serve-cloud.test.ts',
  'test/testing/engine.test.ts',
  'test/vite/**/*.test.ts',
  'test/example-app/**/*.test.ts',
];

const TESTING = ['test/testing/**/*.test.ts'];

const SUPPORT = join(import.meta.dirname, 'test/support');

const cores = availableParallelism();

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  // Set here for every process in the run, which may last beyond midnight. Vitest does not pass the mode to the workers of
  // projects.
  process.env['SAMPLE_SEED'] ??= mode === 'full' ? 'all' : new Date().toISOString().slice(0, 10);
  return {
    resolve: {
      alias: [{ find: /^typescript$/, replacement: join(SUPPORT, 'typescript.cjs') }],
    },
    test: {
      experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
      reporters: ['default', './test/support/closing-line.ts'],
      // The limits detect tests that never end. They are long because tests run slowly on a busy machine.
      testTimeout: mode === 'full' ? 1_800_000 : 300_000, // a test may hold a whole matrix
      hookTimeout: 300_000,
      teardownTimeout: 60_000,
      expect: { poll: { timeout: 60_000 } },
      // A worker spends most of its time waiting: for processes, and for the pauses between two polls of a deploy. It needs
      // about half a core. With many cores, one worker for each core is enough, and memory is the limit.
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
        // esbuild collects garbage less often, which takes a quarter of its processor time away.
        GOGC: '400',
      },
      projects: [
        {
          // Modules that several tests use are transformed once, and loaded once per worker: the compiler, the SDK and
          // TypeScript take longer to load than most tests take to run. The tests change no global state. The tests in test/
          // may use dist/, which is built first if it is older than any source file.
          extends: true,
          test: {
            name: 'shared',
            isolate: false,
            include: ['{runtime,compiler,transformers,cli,test}/**/*.test.ts'],
            exclude: [...excluded, ...TESTING, ...APART],
            globalSetup: ['test/support/built-package.ts'],
          },
        },
        {
          // These tests share the engine of a worker, which takes longer to start than most of them take to run. They restore
          // the clock and the environment that they change.
          extends: true,
          test: {
            name: 'testing',
            isolate: false,
            include: TESTING,
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
