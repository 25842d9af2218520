// The OpenAPI documents that a deploy sends to API Gateway, as files that can be reviewed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../compiler/openapi/open-api.js';
import { summarizeDocument } from '../../compiler/openapi/route-summary.js';
import { compiledApp } from '../conformance/compiled-app.js';
import { exampleApp } from './example-app.fixture.js';

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
