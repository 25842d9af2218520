// The manifest of the example application, for the stage `dev`.
import { join } from 'node:path';
import { loadApp } from '../../cli/app/load-app.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { REPOSITORY } from '../docs/pages.js';

export function exampleApp(): Manifest {
  const directory = join(REPOSITORY, 'example-app');
  const { compilation, diagnostics } = loadApp({ directory, stage: 'dev' });
  if (!compilation?.manifest) throw new Error(JSON.stringify(diagnostics));
  return compilation.manifest;
}
