// Who may invoke a function according to its policy.
import { expect, test } from 'vitest';
import { permits, type Statement } from './function-book.js';

const API = 'arn:aws:execute-api:us-east-1:123456789012:abc';
const asker = {
  principal: 'apigateway.amazonaws.com',
  sourceArn: `${API}/api/GET/pets/5`,
  account: '123456789012',
};
const allowed: Statement = {
  id: 'api',
  action: 'lambda:InvokeFunction',
  principal: 'apigateway.amazonaws.com',
  sourceArn: `${API}/*`,
  sourceAccount: undefined,
};

test.each<[title: string, statements: readonly Statement[], expected: boolean]>([
  ['a service that is named, from a source that matches', [allowed], true],
  ['no statement', [], false],
  ['another API', [{ ...allowed, sourceArn: `${API}d/*` }], false],
  ['another method', [{ ...allowed, sourceArn: `${API}/*/POST/*` }], false],
  ['another stage', [{ ...allowed, sourceArn: `${API}/prod/*` }], false],
  ['another account in the source', [{ ...allowed, sourceAccount: '999999999999' }], false],
  ['every source', [{ ...allowed, sourceArn: undefined }], true],
  ['another service', [{ ...allowed, principal: 's3.amazonaws.com' }], false],
  ['another action', [{ ...allowed, action: 'lambda:GetFunction' }], false],
  ['every action', [{ ...allowed, action: 'lambda:*' }], true],
  ['one statement of several', [{ ...allowed, action: 'lambda:GetFunction' }, allowed], true],
])('%s: %#', (_title, statements, expected) => {
  expect(permits(statements, asker)).toBe(expected);
});
