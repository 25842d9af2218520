import { expect, test } from 'vitest';
import { compileApp } from '../../../compiler/index.js';
import type { StageConfig } from '../../config/stage-config.js';
import { describeAccess, readLocalAccess } from './local-access.js';

test.each([
  ['', 'its function is called, and its result is cached for 5 minutes'],
  [', ttl: 60', 'its function is called, and its result is cached for 60 s'],
  [', ttl: 0', 'its function is called for every request'],
])('a custom authorizer%s: %s', (ttl, expected) => {
  expect(linesFor(ttl)).toEqual([`authorizer Staff: ${expected}`]);
});

function linesFor(ttl: string): readonly string[] {
  const uri =
    'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:shop-dev-check/invocations';
  const source = `import { CustomAuthorizer, Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
const STAFF = new CustomAuthorizer('Staff', { header: 'Authorization', authorizerUri: '${uri}'${ttl} });
export const orders = app.route('/orders', { authorizer: STAFF })(() => []);
export const check = app.lambdaFunction()(() => ({}));
`;
  const { manifest } = compileApp({
    root: '/project',
    files: {
      readText: (path) => (path === '/project/app.ts' ? source : undefined),
      isFile: (path) => path === '/project/app.ts',
    },
  });
  if (!manifest) throw new Error('the application has problems');
  const access = readLocalAccess({});
  const config = { stage: 'dev', settings: {} } as StageConfig; // because nothing else is read
  return describeAccess({ manifest, config }, access, false);
}
