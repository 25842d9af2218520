// Exports that Terraform applies one after the other, and side by side.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cloudWith, framework, testCloud } from '../deploy/deployments.js';
import { sampleOf } from '../support/sample.js';
import { terraform, terraformInit, whyNoTerraform } from './terraform.js';

const reason = whyNoTerraform();
const MINUTES = 5 * 60_000;
/** The provider on this machine may be older than the newest runtime. */
const CONFIG = {
  '.framework/config.json':
    '{"version":"2.0","app_name":"helloworld","runtime":"nodejs22.x","stages":{"dev":{},"prod":{}}}',
};
const HEAD = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
export const kept = app.route('/kept')(() => 'kept');
`;
const MORE = `export const gone = app.route('/gone')(() => 'gone');
export const nightly = app.lambdaFunction()(() => 1);
export const tick = app.schedule('rate(1 day)')(() => 1);
`;

const HISTORIES: Readonly<Record<string, () => Promise<void>>> = {
  'what leaves the source leaves the cloud with the next apply, and nothing else does':
    async () => {
      const { cloud, cwd } = await cloudWith({ 'app.ts': HEAD + MORE, ...CONFIG });
      const folder = join(cwd, 'infra');
      const line = 'export --format terraform --out infra';
      expect(await framework(line, { cwd, cloud })).toMatchObject({ exitCode: 0 });
      writeFileSync(join(folder, 'others.tf.json'), '{"locals":{"mine":1}}');
      await terraformInit(folder);
      const first = await terraform('apply -auto-approve', folder, cloud);
      expect(first.exitCode, first.out).toBe(0);

      writeFileSync(join(cwd, 'app.ts'), HEAD);
      expect(await framework(line, { cwd, cloud })).toMatchObject({ exitCode: 0 });
      const second = await terraform('apply -auto-approve', folder, cloud);
      expect(second.exitCode, second.out).toBe(0);
      expect((await framework('plan', { cwd, cloud })).out).toBe('No changes.\n');
      expect(await terraform('plan -detailed-exitcode', folder, cloud)).toMatchObject({
        exitCode: 0,
      });
      expect(readFileSync(join(folder, 'others.tf.json'), 'utf8')).toBe('{"locals":{"mine":1}}');

      const fresh = await testCloud();
      expect(await framework('deploy', { cwd, cloud: fresh })).toMatchObject({ exitCode: 0 });
      // An API has a different id in each cloud.
      const named = (all: readonly string[]): readonly string[] =>
        all.filter((one) => one.includes('helloworld')).toSorted();
      expect(named(cloud.inventory())).toEqual(named(fresh.inventory()));
      expect(cloud.inventory()).toHaveLength(fresh.inventory().length);
    },

  'two stages stand side by side, and one goes without the other': async () => {
    const { cloud, cwd } = await cloudWith({ 'app.ts': HEAD + MORE, ...CONFIG });
    for (const stage of ['dev', 'prod']) {
      const line = `export --format terraform --out infra-${stage} --stage ${stage}`;
      expect(await framework(line, { cwd, cloud })).toMatchObject({ exitCode: 0 });
      await terraformInit(join(cwd, `infra-${stage}`));
      const applied = await terraform('apply -auto-approve', join(cwd, `infra-${stage}`), cloud);
      expect(applied.exitCode, applied.out).toBe(0);
    }
    const both = cloud.inventory();
    expect((await framework('plan --stage prod', { cwd, cloud })).out).toBe('No changes.\n');

    const destroyed = await terraform('destroy -auto-approve', join(cwd, 'infra-dev'), cloud);
    expect(destroyed.exitCode, destroyed.out).toBe(0);
    const rest = cloud.inventory();
    expect(rest).toHaveLength(both.length / 2);
    expect(rest.filter((one) => one.includes('helloworld-dev'))).toEqual([]);
    expect((await framework('plan --stage prod', { cwd, cloud })).out).toBe('No changes.\n');
    expect(
      await terraform('plan -detailed-exitcode', join(cwd, 'infra-prod'), cloud),
    ).toMatchObject({
      exitCode: 0,
    });
  },
};

describe.skipIf(reason !== undefined)(`with Terraform, ${reason ?? 'which is here'}`, () => {
  const drawn = sampleOf('histories of Terraform', Object.entries(HISTORIES), 6);
  test.each(drawn)('%s', (_, history) => history(), MINUTES);
});
