import { expect, test } from 'vitest';
import { factsWith, routeOn } from '../../../test/support/hand-made-facts.js';
import { checkResourceCount } from './paths.js';

/** Returns `count` routes, which need one more resource because of the root. */
function routesWith(count: number) {
  return Array.from({ length: count }, (_, index) => routeOn(`/r${index}`));
}

test('an API of 300 resources is within the default quota', () => {
  expect(checkResourceCount(factsWith(routesWith(299)))).toEqual([]);
});

test('an API of more than 300 resources is warned of, because the quota can be raised', () => {
  expect(checkResourceCount(factsWith(routesWith(300)))).toMatchObject([
    {
      code: 'FW2114',
      severity: 'warning',
      message:
        "The routes need 301 gateway resources, one for each distinct beginning of a path; an API can have at most 300 unless the account's quota was raised.",
    },
  ]);
});

test('paths that begin alike share the resources of their beginning', () => {
  const routes = Array.from({ length: 290 }, (_, index) => routeOn(`/a/b/c/{id}/r${index}`));
  expect(checkResourceCount(factsWith(routes))).toEqual([]);
});
