import { expect, test } from 'vitest';
import type { ExplorerState, ShownProblem } from '../explorer-document.js';
import { announcementOf } from './connection.js';

const state = (kind: ExplorerState['kind'], build: string, revision: string): ExplorerState => ({
  kind,
  build,
  revision,
  problems: [],
});
const problem = (severity: ShownProblem['severity']): ShownProblem => ({
  code: 'FW2103',
  severity,
  message: 'no such route',
});
const serving = state('serving', '1', '1-0');

test('an application that is served is no news to a page that has just been opened', () => {
  expect(announcementOf(undefined, serving)).toBeUndefined();
});

test('another build is a reload, whatever came between', () => {
  const next = state('serving', '2', '2-0');
  expect(announcementOf(serving, next)).toBe('The application was reloaded.');
  expect(announcementOf(serving, state('building', '1', '1-0'))).toBeUndefined();
  expect(announcementOf(state('building', '1', '1-0'), next)).toBe('The application was reloaded.');
});

test('the description of a build that is shown already is no reload', () => {
  expect(announcementOf(serving, state('serving', '1', '1-1'))).toBeUndefined();
});

test('errors are announced once', () => {
  const broken = {
    ...state('broken', '1', '1-0'),
    problems: [problem('error'), problem('warning')],
  };
  expect(announcementOf(undefined, broken)).toBe('The application has 1 error.');
  expect(announcementOf(serving, broken)).toBe('The application has 1 error.');
  expect(announcementOf(broken, { ...broken, revision: '1-1' })).toBeUndefined();
});
