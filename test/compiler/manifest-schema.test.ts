// The published JSON Schema accepts every manifest and nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { compileFixture, fixtureNames } from '../support/compiler-fixtures.js';

const schemaPath = join(import.meta.dirname, '../../compiler/manifest/manifest.schema.json');
const schema: unknown = JSON.parse(readFileSync(schemaPath, 'utf8'));
const isManifest = new Ajv({ strictTuples: false }).compile(Object(schema));

describe('the manifest of each fixture is one by the schema', () => {
  const manifests = fixtureNames().flatMap((name) => {
    const { manifest } = compileFixture(name);
    return manifest ? [{ name, manifest }] : [];
  });
  test.each(manifests)('$name', ({ manifest }) => {
    isManifest(manifest);
    expect(isManifest.errors).toBeNull();
  });
});

describe('what is no manifest is none by the schema', () => {
  const { manifest } = compileFixture('authorizers');
  const [route, ...others] = manifest?.routes ?? [];
  const withRoute = (change: object) => ({
    ...manifest,
    routes: [{ ...route, ...change }, ...others],
  });

  test('the manifest that is changed is one', () => {
    expect(isManifest(manifest)).toBe(true);
    expect(isManifest(withRoute({ path: '/other' }))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['another version', { ...manifest, version: 2 }],
    ['an unknown key', { ...manifest, extra: true }],
    ['no application', { ...manifest, app: undefined }],
    ['a name that the cloud refuses', { ...manifest, app: { ...manifest?.app, name: 'a b' } }],
    ['a path that ends in a slash', withRoute({ path: '/other/' })],
    ['a path without a slash', withRoute({ path: 'other' })],
    ['a partial capture', withRoute({ path: '/a{b}' })],
    ['no methods', withRoute({ methods: [] })],
    ['a method in lower case', withRoute({ methods: ['get'] })],
    ['a method twice', withRoute({ methods: ['GET', 'GET'] })],
    ['a content type with a parameter', withRoute({ contentTypes: ['text/plain; charset=utf-8'] })],
    ['cors: true', withRoute({ cors: true })],
    ['a negative age', withRoute({ cors: { allowOrigin: '*', maxAge: -1 } })],
    ['a line 0', withRoute({ at: { file: 'app.ts', line: 0, column: 1 } })],
    ['an authorizer of another kind', withAuthorizers([{ kind: 'token', name: 'x' }])],
    [
      'an authorizer without its header',
      withAuthorizers([{ kind: 'userPool', name: 'x', providerArns: ['arn:x'] }]),
    ],
    ['a function without a place', { ...manifest, functions: [{ name: 'x', view: 'x' }] }],
    ['a list', []],
  ])('%s', (_, value) => {
    expect(isManifest(value)).toBe(false);
  });

  function withAuthorizers(authorizers: unknown): Omit<Manifest, 'authorizers'> | undefined {
    return manifest && { ...manifest, ...{ authorizers } };
  }
});
