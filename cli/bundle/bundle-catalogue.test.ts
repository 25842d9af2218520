import { expect, test } from 'vitest';
import { packageMissing } from './bundle-catalogue.js';

test.each([
  ['@/lib/z', 'An alias needs `paths` in tsconfig.json: `"paths": { "@/*": ["./*"] }`.'],
  ['~/lib/z', 'An alias needs `paths` in tsconfig.json: `"paths": { "~/*": ["./*"] }`.'],
  ['@scope/lib', 'Run `npm install @scope/lib`.'],
  ['lodash', 'Run `npm install lodash`.'],
  ['framewrok', 'Did you mean `framework`?'],
  ['framwork/testing', 'Did you mean `framework/testing`?'],
  ['framework', 'Run `npm install framework`.'],
  ['framer', 'Run `npm install framer`.'],
  ['homework', 'Run `npm install homework`.'],
])('what is imported as %s and is not there', (path, hint) => {
  const name = path.replace(/\/testing$/, '');
  expect(packageMissing.hint?.({ name, path, isOwn: true, owner: '' })).toContain(hint);
});
