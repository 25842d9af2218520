// Terraform creates the same resources from an export as a deploy, and adopts deployed resources without changes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExitCode } from '../../cli/program/command.js';
import { addressIn, framework, testCloud } from '../deploy/deployments.js';
import { sampleOf } from '../support/sample.js';
import { eventWorld } from './event-app.js';
import { answersAt, exportedApp, SOURCE } from './exported-app.js';
import { stageState } from './stage-state.js';
import { terraform, terraformInit, whyNoTerraform } from './terraform.js';

const reason = whyNoTerraform();
const LINE = 'export --format terraform --out infra';
/** Terraform itself waits for seconds after creating a function. */
const MINUTES = 5 * 60_000;

const HISTORIES: Readonly<Record<string, () => Promise<void>>> = {
  'what it makes is in the state that a deploy comes to, answers as it, and is planned and deleted as it':
    async () => {
      const cwd = exportedApp();
      const deployed = await testCloud();
      const { out } = await framework('deploy', { cwd, cloud: deployed });
      const expected = await stageState(cwd, deployed);

      const cloud = await testCloud();
      expect(await framework(LINE, { cwd, cloud })).toMatchObject({ err: '', calls: [] });
      const folder = join(cwd, 'infra');
      await terraformInit(folder);
      const applied = await terraform('apply -auto-approve', folder, cloud);
      expect(applied.exitCode, applied.out).toBe(0);
      expect(applied.out).toMatch(
        /api_url += "https:\/\/\w+\.execute-api\.us-east-1\.amazonaws\.com\/api\/"/,
      );
      expect(await stageState(cwd, cloud)).toEqual(expected);

      expect((await framework('plan', { cwd, cloud })).out).toBe('No changes.\n');
      const again = await framework('deploy', { cwd, cloud });
      expect(again.count).toContain(' 0 writes');
      expect(await terraform('plan -detailed-exitcode', folder, cloud)).toMatchObject({
        exitCode: 0,
      });

      const { out: printed } = await framework('url', { cwd, cloud });
      await expect
        .poll(() => answersAt(addressIn(printed)))
        .toEqual(await answersAt(addressIn(out)));

      const { exitCode } = await framework('delete --yes --log-groups', { cwd, cloud });
      expect(exitCode).toBe(ExitCode.ok);
      expect(cloud.inventory()).toEqual([]);
    },
  'a deployed stage is taken over: nothing is made anew but a snapshot, and then nothing is left to do':
    async () => {
      const cwd = exportedApp();
      const cloud = await testCloud();
      const { out: address } = await framework('deploy', { cwd, cloud });
      const before = await stageState(cwd, cloud);
      const exported = await framework(`${LINE} --adopt`, { cwd, cloud });
      expect(exported.exitCode).toBe(ExitCode.ok);
      expect(exported.count).toContain(' 0 writes');
      expect(exported.out).toContain('15 imports');

      const folder = join(cwd, 'infra');
      await terraformInit(folder);
      const applied = await terraform('apply -auto-approve', folder, cloud);
      expect(applied.exitCode, applied.out).toBe(0);
      expect(applied.out).toContain('Plan: 15 to import, 1 to add, 8 to change, 0 to destroy.');
      expect(await terraform('plan -detailed-exitcode', folder, cloud)).toMatchObject({
        exitCode: 0,
      });

      expect(await stageState(cwd, cloud)).toEqual(before);
      expect((await framework('url', { cwd, cloud })).out.trim()).toBe(addressIn(address));
      expect((await framework('plan', { cwd, cloud })).out).toBe('No changes.\n');

      // Going back needs no extra step, and nothing of either tool remains.
      writeFileSync(join(cwd, 'app.ts'), SOURCE.replace("'world'", "'again'"));
      const back = await framework('deploy', { cwd, cloud });
      expect(back, back.err).toMatchObject({ exitCode: ExitCode.ok });
      expect(back.out).toContain('Updated function helloworld-dev');
      const { exitCode } = await framework('delete --yes --log-groups', { cwd, cloud });
      expect(exitCode).toBe(ExitCode.ok);
      expect(cloud.inventory()).toEqual([]);
    },
  'event sources, keys and a domain are made as a deploy makes them, and taken away by a delete':
    async () => {
      const deployed = await eventWorld();
      expect(await framework('deploy', deployed)).toMatchObject({ exitCode: 0 });
      const expected = await stageState(deployed.cwd, deployed.cloud);

      const world = await eventWorld();
      const { cwd, cloud } = world;
      const before = cloud.inventory();
      expect(await framework(LINE, world)).toMatchObject({ err: '', calls: [] });
      const folder = join(cwd, 'infra');
      await terraformInit(folder);
      const applied = await terraform('apply -auto-approve', folder, cloud);
      expect(applied.exitCode, applied.out).toBe(0);
      expect(await stageState(cwd, cloud)).toEqual(expected);

      expect((await framework('plan', world)).out).toBe('No changes.\n');
      expect(await terraform('plan -detailed-exitcode', folder, cloud)).toMatchObject({
        exitCode: 0,
      });
      expect(await framework('delete --yes --log-groups', world)).toMatchObject({ exitCode: 0 });
      // Mappings are deleted with a delay.
      await expect.poll(() => cloud.inventory()).toEqual(before);
    },
  'event sources, keys and a domain of a deployed stage are taken over as they are': async () => {
    const world = await eventWorld();
    const { cwd, cloud } = world;
    expect(await framework('deploy', world)).toMatchObject({ exitCode: 0 });
    const before = await stageState(cwd, cloud);
    const inventory = cloud.inventory();
    expect(await framework(`${LINE} --adopt`, world)).toMatchObject({ exitCode: 0 });

    const folder = join(cwd, 'infra');
    await terraformInit(folder);
    const applied = await terraform('apply -auto-approve', folder, cloud);
    expect(applied.exitCode, applied.out).toBe(0);
    expect(applied.out).toContain(', 1 to add, ');
    expect(applied.out).not.toContain('- environment');
    expect(applied.out).toContain(', 0 to destroy.');
    expect(await terraform('plan -detailed-exitcode', folder, cloud)).toMatchObject({
      exitCode: 0,
    });
    expect(cloud.inventory()).toEqual(inventory);
    expect(await stageState(cwd, cloud)).toEqual(before);
    expect((await framework('plan', world)).out).toBe('No changes.\n');
  },
};

describe.skipIf(reason !== undefined)(`with Terraform, ${reason ?? 'which is here'}`, () => {
  const drawn = sampleOf('applies of Terraform', Object.entries(HISTORIES), 6);
  test.each(drawn)('%s', (_, history) => history(), MINUTES);
});

test('what is not deployed cannot be taken over', async () => {
  const cwd = exportedApp();
  const { exitCode, err } = await framework(`${LINE} --adopt`, { cwd, cloud: await testCloud() });
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(err).toContain('FW6404');
});
