// Returns the generated files of this repository, by path.
import { apiReferences } from './api-reference.js';
import { cliReference } from './cli-reference.js';
import { configReference } from './config-reference.js';
import { configJsonSchema } from './config-schema.js';
import { manifestSchema } from './manifest-schema.js';
import { optionsReference } from './options-reference.js';

/** Returns the files' texts before formatting. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const schema = configJsonSchema();
  return {
    'cli/config/config.schema.json': JSON.stringify(schema, null, 2),
    'compiler/manifest/manifest.schema.json': JSON.stringify(manifestSchema()),
    'docs/reference/options.md': optionsReference(),
    'docs/reference/cli.md': cliReference(),
    'docs/reference/config.md': configReference(schema),
    ...apiReferences({
      'docs/reference/api.md': {
        title: 'API',
        specifier: 'framework',
        entry: 'runtime/index.ts',
      },
      'docs/reference/middleware.md': {
        title: 'Ready-made middleware',
        specifier: 'framework/middleware',
        entry: 'runtime/ready-made/index.ts',
      },
      'docs/reference/testing.md': {
        title: 'Test client',
        specifier: 'framework/testing',
        entry: 'cli/serve/testing/index.ts',
      },
      'docs/reference/vite.md': {
        title: 'Vite plugin',
        specifier: 'framework/vite',
        entry: 'cli/serve/testing/vite-plugin.ts',
      },
    }),
  };
}
