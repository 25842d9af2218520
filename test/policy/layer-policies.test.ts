// The calls of middleware are in the policies of the functions in which it runs, and the explanation names the middleware.
import { expect, test } from 'vitest';
import { renderPolicyReasons } from '../../cli/terminal/policy-reasons.js';
import { generateFor } from './small-apps.js';

const shop = (app: string, blueprint: string): Readonly<Record<string, string>> => ({
  'app.ts': `import { S3 } from '@aws-sdk/client-s3';
import { Blueprint, Framework, middleware } from 'framework';
const s3 = new S3({});
const archive = middleware.event(async (event, next) => {
  await s3.putObject({ Bucket: 'archive', Key: 'k' });
  return next();
});
export const app = new Framework({ appName: 'shop', middleware: [${app}] });
export const jobs = new Blueprint({ middleware: [${blueprint}] });
export class Views {
  @app.route('/') index() { return s3.listObjectsV2({ Bucket: 'photos' }); }
  @jobs.lambdaFunction() nightly() { return 1; }
  @app.lambdaFunction() cleanup() { return s3.deleteObject({ Bucket: 'photos', Key: 'k' }); }
}
app.register(jobs);
`,
  '.framework/config.json': JSON.stringify({
    version: '2.0',
    app_name: 'shop',
    stages: {
      dev: {
        lambda_functions: {
          nightly: { manage_iam_role: true },
          cleanup: { manage_iam_role: true },
        },
      },
    },
  }),
});

function actionsOf(files: Readonly<Record<string, string>>, name: string): readonly string[] {
  const { Statement } = generateFor(files, name).generated.document;
  return Statement.flatMap(({ Action }) => Action).filter((action) => action.startsWith('s3:'));
}

test('a middleware that moves from the application to a blueprint narrows the other policies', () => {
  const before = shop('archive', '');
  expect(actionsOf(before, 'nightly')).toEqual(['s3:PutObject']);
  expect(actionsOf(before, 'cleanup')).toEqual(['s3:DeleteObject', 's3:PutObject']);
  const after = shop('', 'archive');
  expect(actionsOf(after, 'nightly')).toEqual(['s3:PutObject']);
  expect(actionsOf(after, 'cleanup')).toEqual(['s3:DeleteObject']);
  expect(actionsOf(after, 'api_handler')).toEqual(['s3:ListBucket']);
});

test('the explanation names the middleware', () => {
  const { reasons } = generateFor(shop('', 'archive')).generated;
  const text = renderPolicyReasons(reasons, {
    sources: { readText: () => undefined },
    look: { hasColor: false },
  });
  expect(text).toMatch(/s3:PutObject .*putObject\(\) of middleware archive +app\.ts:5/);
});
