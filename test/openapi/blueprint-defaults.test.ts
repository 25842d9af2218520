// What routes of blueprints require of their callers, in both documents (docs/decisions/blueprints.md).
import { expect, test } from 'vitest';
import { createCompiler } from '../../compiler/compile-app.js';
import { describeApp } from '../../compiler/describe-app.js';
import { openApiDocument } from '../../compiler/openapi/open-api.js';
import { summarizeDocument } from '../../compiler/openapi/route-summary.js';
import { openApi31 } from '../../compiler/openapi31/document.js';
import { compiledApp } from '../conformance/compiled-app.js';

type Described = {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly security?: unknown } }>>;
};

test('the document of a deploy has the defaults of blueprints, and what was taken back', () => {
  const { manifest } = compiledApp('parted-app');
  const options = { name: 'parted-dev', region: 'eu-west-1', functionName: 'parted-dev' };
  const routes = summarizeDocument(openApiDocument(manifest, options));
  const asked = routes
    .filter(({ path }) => path.startsWith('/account'))
    .map(({ method, path, authorizer, apiKeyRequired }) => [
      `${method} ${path}`,
      authorizer,
      apiKeyRequired,
    ]);
  expect(asked).toEqual([
    ['GET /account', 'IAM', true],
    ['GET /account/help', null, false],
    ['GET /account/help/mine', 'IAM', false],
    ['GET /account/login', null, false],
  ]);
});

test('the document for callers has the same', () => {
  const { project, manifest } = compiledApp('parted-app');
  const source = createCompiler().readSource(project);
  if (!source) throw new Error('not read');
  const api = describeApp(source, { files: project.files, manifest });
  const document = openApi31(api, { manifest, version: '1.0.0' }) as Described; // because OpenAPI defines it
  const security = (path: string): unknown => document.paths[path]?.get?.security;
  expect(['/account', '/account/help', '/account/help/mine', '/account/login'].map(security))
    .toMatchInlineSnapshot(`
      [
        [
          {
            "IAM": [],
            "api_key": [],
          },
        ],
        [],
        [
          {
            "IAM": [],
          },
        ],
        [],
      ]
    `);
});
