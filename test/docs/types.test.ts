// Every TypeScript block of the documentation, against the types of this checkout.
import { expect, test } from 'vitest';
import { blockProjects } from './block-projects.js';
import { allPages } from './pages.js';
import { typeProblems } from './type-check.js';

const pages = allPages().filter((page) => !page.path.startsWith('docs/errors/'));

test('every TypeScript block of the documentation type-checks', () => {
  const projects = pages.flatMap(blockProjects);
  expect(projects.length).toBeGreaterThan(20);
  expect(typeProblems(projects)).toEqual([]);
});
