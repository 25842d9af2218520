// How deployed resources are recognized.
import { expect, test } from 'vitest';
import { ownDescription, readOwnDescription } from './own-tag.js';

test('the description of a deployed resource is the text that earlier versions wrote', () => {
  const owner = { app: 'helloworld', stage: 'dev' };
  expect(ownDescription(owner)).toBe('Stage dev of helloworld, made by framework');
  expect(readOwnDescription(ownDescription(owner))).toEqual(owner);
});
