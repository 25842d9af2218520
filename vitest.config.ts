import { defineConfig, type ViteUserConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', 'test/fixtures/**', 'test/.tmp/**'];

const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    // Vitest keeps one core for itself, which is half of a small machine; its main process has little to do.
    maxWorkers: '100%',
    hookTimeout: 60_000,
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
        extends: true,
        test: {
          name: 'parts',
          // They change nothing global, and to load the compiler once saves most of their time.
          isolate: false,
          include: ['{runtime,compiler,transformers,cli}/**/*.test.ts'],
          exclude: excluded,
        },
      },
      {
        // These may use dist/, which is built once before them when it is older than a source.
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: excluded,
          globalSetup: ['test/support/built-package.ts'],
        },
      },
    ],
  },
});

export default config;
