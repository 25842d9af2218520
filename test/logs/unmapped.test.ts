// A user who may read logs may not be permitted to read code: a stack that cannot be mapped is shown unchanged.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { framework, testCloud } from '../deploy/deployments.js';
import { makeProject, removeProjects } from './logging-app.js';
import { plain } from './plain-text.js';

afterEach(removeProjects);

test('without the permission to read the code the place in the bundle is shown', async () => {
  const cloud = await testCloud();
  const cwd = makeProject();
  await framework(['deploy'], { cwd, cloud });
  await framework(['invoke', 'crash'], { cwd, cloud });
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'logs:FilterLogEvents', Resource: '*' }],
  });
  const { exitCode, out, err, calls } = await framework(['logs', '--name', 'crash'], {
    cwd,
    cloud,
  });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  // The code is not requested again for every location.
  expect(calls).toEqual(['logs:FilterLogEvents', 'lambda:ListVersionsByFunction']);
  expect(out).toMatch(/at checkPlace \(file:\S+index\.mjs:\d+:\d+\)/);
  cloud.restrictCaller(undefined);
  const allowed = await framework(['logs', '--name', 'crash'], { cwd, cloud });
  expect(plain(allowed.out)).toContain('at checkPlace (app.ts:36:47)');
  // One list and one package, however many locations there are.
  expect(allowed.calls).toEqual([
    'logs:FilterLogEvents',
    'lambda:ListVersionsByFunction',
    'lambda:GetFunction',
  ]);
});

test('an old event is mapped with the code of its time', async () => {
  const cloud = await testCloud();
  const cwd = makeProject();
  await framework(['deploy'], { cwd, cloud });
  await framework(['invoke', 'crash'], { cwd, cloud });
  const file = `${cwd}/app.ts`;
  writeFileSync(file, `\n\n${readFileSync(file, 'utf8')}`);
  await framework(['deploy'], { cwd, cloud });
  await framework(['invoke', 'crash'], { cwd, cloud });
  const { out } = await framework(['logs', '--name', 'crash'], { cwd, cloud, isScreen: true });
  const places = [...out.matchAll(/ERROR TypeError: over the edge\n\s+at checkPlace \((.*)\)/g)];
  expect(places.map(([, place]) => place)).toEqual(['app.ts:36:47', 'app.ts:38:47']);
});
