// The OpenAPI documents that a deploy sends to API Gateway, as files that can be reviewed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../compiler/openapi/open-api.js';
import { summarizeDocument } from '../../compiler/openapi/route-summary.js';
import { compiledApp } from '../conformance/compiled-app.js';
import { exampleApp } from './example-app.fixture.js';
import { createCompiler } from '../../compiler/compile-app.js';
import { describeApp } from '../../compiler/describe-app.js';
import { openApi31 } from '../../compiler/openapi31/document.js';

test.each([
  { name: 'city-guide-dev', manifest: exampleApp },
  { name: 'conformance-dev', manifest: () => compiledApp('app').manifest },
])('the document of $name is as reviewed', async ({ name, manifest }) => {
  const options = {
    name,
    region: 'eu-west-1',
    functionName: name,
    stream: { functionName: `${name}-stream`, timeout: 60 },
  };
  const document = openApiDocument(manifest(), options);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`${name}.json`);
  expect(JSON.stringify(openApiDocument(manifest(), options))).toBe(JSON.stringify(document));
});

test('the document that API Gateway exports is summed up like the one that it was given', () => {
  const exported: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, 'exported.json'), 'utf8'),
  );
  expect(summarizeDocument(exported)).toMatchInlineSnapshot(`
    [
      {
        "apiKeyRequired": false,
        "authorizer": "Member",
        "authorizerFacts": "Authorization: arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a",
        "corsHeaders": {
          "Access-Control-Allow-Methods": "POST,OPTIONS",
          "Access-Control-Allow-Origin": "*",
        },
        "hasCors": true,
        "method": "POST",
        "path": "/cities",
      },
      {
        "apiKeyRequired": true,
        "authorizer": "IAM",
        "hasCors": false,
        "method": "GET",
        "path": "/internal/caller",
      },
    ]
  `);
});

// What routes of blueprints require of their callers, in both documents (docs/decisions/blueprints.md).

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
