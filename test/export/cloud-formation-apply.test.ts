// CloudFormation creates the same resources from an export as a deploy. The templates are applied by a small implementation of
// our own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ExitCode } from '../../cli/program/command.js';
import { addressIn, framework, testCloud } from '../deploy/deployments.js';
import { eventWorld } from './event-app.js';
import { answersAt, exportedApp } from './exported-app.js';
import { readJson, runExport } from './exports.js';
import { stageState } from './stage-state.js';
import { applyTemplate } from './template-applier.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('stacks that are applied', 2);

test('a stack is in the state that a deploy comes to, answers as it, and is planned and deleted as it', async () => {
  const cwd = exportedApp();
  const deployed = await testCloud();
  const { out } = await framework('deploy', { cwd, cloud: deployed });
  const expected = await stageState(cwd, deployed);

  expect(await runExport('--format cloudformation --out infra', cwd)).toMatchObject({ err: '' });
  const cloud = await testCloud();
  const template = readJson(cwd, 'infra/template.json');
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const outputs = await applyTemplate(template, { bucket: 'code', key: 'shop.zip', zip }, cloud);
  expect(await stageState(cwd, cloud)).toEqual(expected);

  // The record of the deploy to the other cloud does not apply to this one.
  expect((await framework('plan', { cwd, cloud })).out).toBe('No changes.\n');
  const again = await framework('deploy', { cwd, cloud });
  expect([again.out.split('\n')[0], again.count]).toEqual([
    'No changes.',
    expect.stringContaining(' 0 writes'),
  ]);

  const { out: printed } = await framework('url', { cwd, cloud });
  expect(outputs['ApiUrl']).toContain(`https://${outputs['ApiId']}.execute-api.us-east-1.`);
  expect(printed).toContain(outputs['ApiId']);
  await expect.poll(() => answersAt(addressIn(printed))).toEqual(await answersAt(addressIn(out)));

  const { exitCode } = await framework('delete --yes --log-groups', { cwd, cloud });
  expect(exitCode).toBe(ExitCode.ok);
  expect(cloud.inventory()).toEqual([]);
});

test('event sources, keys and a domain are made as a deploy makes them, and taken away by a delete', async () => {
  const deployed = await eventWorld();
  expect(await framework('deploy', deployed)).toMatchObject({ exitCode: 0 });
  const expected = await stageState(deployed.cwd, deployed.cloud);

  const world = await eventWorld();
  const { cwd, cloud } = world;
  expect(await runExport('--format cloudformation --out infra', cwd)).toMatchObject({ err: '' });
  const before = cloud.inventory();
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const template = readJson(cwd, 'infra/template.json');
  const outputs = await applyTemplate(template, { bucket: 'code', key: 'shop.zip', zip }, cloud);
  expect(outputs).toMatchObject({
    DomainUrl: 'https://api.example.com/v1/',
    DomainTarget: expect.stringMatching(/^d-/) as string,
    DomainZone: expect.stringMatching(/^Z/) as string,
  });
  expect(await stageState(cwd, cloud)).toEqual(expected);
  expect((await framework('plan', world)).out).toBe('No changes.\n');
  expect(await framework('delete --yes --log-groups', world)).toMatchObject({ exitCode: 0 });
  // Mappings are deleted with a delay.
  await expect.poll(() => cloud.inventory()).toEqual(before);
});
