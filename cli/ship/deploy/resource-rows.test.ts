// The resources of a plan in words: an API is identified by its name, and by its id if several have the same name.
import { expect, test } from 'vitest';
import { planDeploy, resourceRows } from './plan-deploy.js';
import type { PlanRow } from '../stage/plan-rows.js';
import { desiredOf, observedOf } from './states.fixture.js';

const before = observedOf(desiredOf({ functions: ['resize'] }));

function apiRows(...[desired, observed]: Parameters<typeof planDeploy>): readonly PlanRow[] {
  return resourceRows(planDeploy(desired, observed)).filter(({ cells }) => cells[0] === 'API');
}

test('an API that goes is called by its name', () => {
  const rows = apiRows(desiredOf({ routes: [], functions: ['resize'] }), before);
  expect(rows).toEqual([
    { sign: '-', cells: ['API', 'fixture-dev'], warning: 'its URL is lost permanently' },
  ]);
});

test('a second API of the same name has its id', () => {
  const rows = apiRows(desiredOf({ functions: ['resize'] }), { ...before, otherApis: ['other1'] });
  expect(rows).toEqual([
    {
      sign: '-',
      cells: ['API', 'fixture-dev (other1)'],
      details: [`left by another deploy; ${before.api?.id ?? ''} stays`],
    },
  ]);
});

test('a stage that goes is named', () => {
  const api = before.api && { ...before.api, otherStages: ['old'] };
  const rows = apiRows(desiredOf({ functions: ['resize'] }), { ...before, api });
  expect(rows).toEqual([
    { sign: '~', cells: ['API', 'fixture-dev'], details: ['stage old is deleted'] },
  ]);
});
