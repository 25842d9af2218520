// The OpenAPI 3.1 documents of the example application and of every fixture, checked by two validators.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  describeProject,
  type DescribedProject,
} from '../../cli/author/describe/describe-project.js';
import { indentedJson } from '../../compiler/json-values.js';
import { openApi31 } from '../../compiler/openapi31/document.js';
import { REPOSITORY } from '../docs/pages.js';
import { fixtureNames, FIXTURES } from '../support/compiler-fixtures.js';
import { sampleOf } from '../support/sample.js';
import { createCompiler } from '../../compiler/compile-app.js';
import { describeApp } from '../../compiler/describe-app.js';
import { compiledApp } from '../conformance/compiled-app.js';

function textOf({ api, manifest }: DescribedProject): string {
  return indentedJson(openApi31(api, { manifest, version: '1.0.0' }));
}

const redocly = createConfig({ extends: ['spec'], rules: { 'no-server-example.com': 'off' } });

/** It compiles the OpenAPI schema for the first document. */
const seriousme = new Validator();

/** Returns what the validators find. */
async function problemsOf(text: string): Promise<{ seriousme: unknown; redocly: unknown }> {
  const found = await seriousme.validate(JSON.parse(text) as SpecData); // because it is a document
  const linted = await lintFromString({ source: text, config: await redocly });
  return {
    seriousme: found.valid ? [] : found.errors,
    redocly: linted.map(({ message }) => message),
  };
}

const FINE = { seriousme: [], redocly: [] };

test('both validators find what is wrong', async () => {
  const wrong = { openapi: '3.1.1', info: { title: 'a', version: '1' }, paths: { a: { get: {} } } };
  const { seriousme: found, redocly: linted } = await problemsOf(JSON.stringify(wrong));
  expect(found).not.toEqual([]);
  expect(linted).not.toEqual([]);
});

describe('the document of each fixture is valid', () => {
  test.each(sampleOf('documents of fixtures', fixtureNames(), 4))('%s', async (name) => {
    const described = describeProject(join(FIXTURES, name), 'dev');
    // A fixture with mistakes has no document.
    if ('diagnostics' in described || described.api.operations.length === 0) return;
    expect(await problemsOf(textOf(described))).toEqual(FINE);
  });
});

describe('the document of the example application', () => {
  const read = (): DescribedProject => {
    const described = describeProject(join(REPOSITORY, 'example-app'), 'dev');
    if ('diagnostics' in described) throw new Error(JSON.stringify(described.diagnostics));
    return described;
  };

  test('is as reviewed, and valid', async () => {
    const text = textOf(read());
    await expect(text).toMatchFileSnapshot('city-guide.json');
    expect(await problemsOf(text)).toEqual(FINE);
  });

  test('has the same bytes each time', () => {
    expect(textOf(read())).toBe(textOf(read()));
  });

  test('names the address that it is given', () => {
    const { api, manifest } = read();
    const server = 'https://x.execute-api.eu-west-1.amazonaws.com/api/';
    expect(
      openApi31(api, { manifest, version: '2.0.0', description: 'Cities.', server }),
    ).toMatchObject({
      info: { title: 'city-guide', version: '2.0.0', description: 'Cities.' },
      servers: [{ url: 'https://x.execute-api.eu-west-1.amazonaws.com/api' }],
    });
  });
});

// The document groups routes by their blueprints (docs/decisions/blueprints.md).

test('a route has the name of its innermost blueprint as its tag', () => {
  const { project, manifest } = compiledApp('parted-app');
  const source = createCompiler().readSource(project);
  const described = source && describeApp(source, { files: project.files, manifest });
  const tags = described?.operations.map(
    ({ method, path, tags: own }) => `${method} ${path}: ${own.join()}`,
  );
  expect(tags).toEqual([
    'GET /: ',
    'GET /account: account',
    'GET /account/help: help',
    'GET /account/help/mine: help',
    'GET /account/login: account',
    'GET /admin: admin',
    'GET /admin/called: admin',
    'PUT /admin/closed: admin',
    'GET /admin/late: admin',
    'GET /admin/reports/{year}: reports',
    'GET /admin/reports/{year}/{month}: reports',
    'GET /admin/reports/{year}/{month}/total: reports',
    'GET /admin/users/{id}: admin',
    'PUT /admin/users/{id}: admin',
    'GET /old/shops/{shop}/items: tenant',
    'POST /old/shops/{shop}/items: tenant',
    'GET /shops/{shop}/items: tenant',
    'POST /shops/{shop}/items: tenant',
  ]);
});
