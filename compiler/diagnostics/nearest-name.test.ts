import { expect, test } from 'vitest';
import { nearestName } from './diagnostic.js';

const OPTIONS = ['methods', 'contentTypes', 'cors', 'apiKeyRequired', 'authorizer'];

test.each([
  ['content_types', 'contentTypes'],
  ['api_key_required', 'apiKeyRequired'],
  ['apiKeyRequried', 'apiKeyRequired'],
  ['method', 'methods'],
  ['Cors', 'cors'],
  ['authoriser', 'authorizer'],
])('%s is meant to be %s', (written, meant) => {
  expect(nearestName(written, OPTIONS)).toBe(meant);
});

test('letters in another order are near', () => {
  expect(nearestName('GTE', ['GET', 'PUT'])).toBe('GET');
});

test.each(['timeout', 'x', '', 'headers', 'name'])('%s is near no option', (written) => {
  expect(nearestName(written, OPTIONS)).toBeUndefined();
});

test('nothing is near when nothing is known', () => {
  expect(nearestName('a', [])).toBeUndefined();
});
