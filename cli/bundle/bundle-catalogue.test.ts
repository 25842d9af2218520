import { expect, test } from 'vitest';
import { packageMissing } from './bundle-catalogue.js';

test.each([
  ['@/lib/z', 'An alias needs `paths` in tsconfig.json: `"paths": { "@/*": ["./*"] }`.'],
  ['~/lib/z', 'An alias needs `paths` in tsconfig.json: `"paths": { "~/*": ["./*"] }`.'],
  ['@scope/lib', 'Run `npm install @scope/lib`.'],
  ['lodash', 'Run `npm install lodash`.'],
])('what is imported as %s and is not there', (name, hint) => {
  expect(packageMissing.hint?.({ name, isOwn: true, owner: '' })).toContain(hint);
});
