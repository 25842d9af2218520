// Every configuration key, and every option of an authorizer: a deploy with the deployer's policy sets it, a plan shows a
// manual change, a deploy repairs it, and both export formats contain it. The types of the tables require a row for each key.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FUNCTION_KEYS, STAGE_KEYS } from '../../cli/config/keys.js';
import { CUSTOM, POOL } from '../../compiler/kinds/authorizer/options.js';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { sampleOf } from '../support/sample.js';
import { runExport } from '../export/exports.js';
import { stageReader } from '../export/stage-state.js';
import { framework, helloWorld, testCloud } from './deployments.js';
import { API_DRIFTS, AUTHORIZER_DRIFTS } from './drift/api-keys.js';
import { type DriftRow, lasting } from './drift/drift-row.js';
import { FUNCTION_DRIFTS } from './drift/function-keys.js';

const ROWS: Readonly<Record<string, DriftRow>> = {
  ...FUNCTION_DRIFTS,
  ...API_DRIFTS,
  ...AUTHORIZER_DRIFTS,
};

test('every key of a stage and of its functions, and every option of an authorizer, has a row', () => {
  const keys = [FUNCTION_KEYS, STAGE_KEYS, POOL.table, CUSTOM.table].flatMap((one) =>
    Object.keys(one),
  );
  // `metrics` exists only in the bundle, so changing it manually means changing the code.
  expect([...Object.keys(ROWS), 'metrics'].toSorted()).toEqual([...new Set(keys)].toSorted());
});

const CHANGED = sampleOf('keys changed by hand', Object.entries(ROWS), 10);
const EXPORTED = sampleOf('keys of an export', Object.entries(ROWS), 10);

function projectOf({ config, source, files = {} }: DriftRow): string {
  const cwd = helloWorld({
    ...(source !== undefined && { 'app.ts': source }),
    '.framework/config.json': JSON.stringify({ version: '2.0', ...config }),
  });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(cwd, '.framework', name), text);
  return cwd;
}

test.each(CHANGED)('%s: what is changed by hand is told and mended', async (_, row) => {
  const cloud = await testCloud();
  const at = { cwd: projectOf(row), cloud };
  const clients = createClients(cloud);
  await row.prepare?.(clients);
  const policy: unknown = JSON.parse((await framework('gen-policy --deployer', at)).out);
  const asDeployer = async (line: string): Promise<string> => {
    cloud.restrictCaller(policy);
    const { exitCode, out, err } = await framework(line, at);
    cloud.restrictCaller(undefined);
    expect(exitCode, `${out}${err}`).toBe(0);
    return out;
  };
  await asDeployer('deploy');
  const read = await stageReader(at.cwd, cloud);
  const found = async (): Promise<unknown> => lasting(await read());
  const wanted = await found();
  await row.change(clients);
  expect(await found()).not.toEqual(wanted);
  const planned = await asDeployer('plan');
  if (typeof row.says === 'string') expect(planned).toContain(row.says);
  else expect(planned).toMatch(row.says);
  await asDeployer('deploy');
  expect(await found()).toEqual(wanted);
  expect(await asDeployer('plan')).toBe('No changes.\n');
});

test.each(EXPORTED)('%s: both formats of an export have it', async (_, row) => {
  const cwd = projectOf(row);
  for (const format of ['terraform', 'cloudformation'] as const) {
    const { exitCode, out, err } = await runExport(`--format ${format}`, cwd);
    expect(exitCode, err).toBe(0);
    const text = JSON.stringify(JSON.parse(out));
    const part = format === 'terraform' ? row.terraform : row.cloudFormation;
    if (typeof part === 'string') expect(text).toContain(part);
    else expect(text).toMatch(part);
  }
});
