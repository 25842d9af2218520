// An application of the conformance table outside the repository, and a cloud that stores its secret.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { type AppName, SECRET } from './case.js';

const REPOSITORY = join(import.meta.dirname, '../..');

/** Copies the application to a new directory, with the packages that it imports. The caller removes the directory. */
export function copyApp(app: AppName): string {
  const cwd = mkdtempSync(join(tmpdir(), 'framework-conformance-'));
  cpSync(join(import.meta.dirname, app), cwd, { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  for (const name of ['valibot', 'zod'])
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(cwd, 'node_modules', name), 'dir');
  return cwd;
}

export async function startCloudWithSecret(): Promise<TestCloud> {
  const cloud = await startTestCloud();
  const { parameter: Name, value: Value } = SECRET;
  await createClients(cloud).ssm.putParameter({ Name, Value, Type: 'SecureString' });
  return cloud;
}
