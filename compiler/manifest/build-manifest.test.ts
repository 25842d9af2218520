// How a manifest describes inputs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { compileApp } from '../compile-app.js';
import type { Manifest } from '../../runtime/contract/manifest.js';

function manifestOf(views: string): Manifest {
  const { manifest, diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles({
      'app.ts': `import { Framework, type Int, type Text } from 'framework';
        import type { City } from './city.js';
        export const app = new Framework({ appName: 'guide' });
        ${views}`,
      'city.ts': `import type { Text } from 'framework';
        export interface City { name: Text<{ maxLength: 80 }>; near?: City }`,
    }),
  });
  if (!manifest) throw new Error(JSON.stringify(diagnostics));
  return manifest;
}

const schema: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, 'manifest.schema.json'), 'utf8'),
);

test('schemas of what each route takes, with named types once', () => {
  const manifest = manifestOf(`class Views {
    @app.route('/cities/{id}') read(id: string, query: { q: Text<{ minLength: 1 }> }) { return [id, query]; }
    @app.route('/cities/{id}', { methods: ['PUT', 'PATCH'] })
    write(id: Int, body: City, headers: { 'If-Match'?: string }) { return [id, body, headers]; }
    @app.route('/notes', { methods: ['POST'] }) note(body?: string) { return body; }
    @app.route('/plain/{id}') plain(id: string) { return id; }
  }`);
  expect(manifest.routes.map(({ path, methods, inputs }) => [path, methods[0], inputs])).toEqual([
    [
      '/cities/{id}',
      'GET',
      {
        query: {
          type: 'object',
          properties: { q: { type: 'string', minLength: 1 } },
          required: ['q'],
        },
      },
    ],
    [
      '/cities/{id}',
      'PUT',
      {
        captures: { id: { type: 'integer' } },
        headers: { type: 'object', properties: { 'If-Match': { type: 'string' } } },
        body: { $ref: '#/schemas/City' },
      },
    ],
    ['/notes', 'POST', { body: { type: 'string' }, isBodyOptional: true }],
    ['/plain/{id}', 'GET', undefined],
  ]);
  expect(manifest.schemas).toEqual({
    City: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 80 },
        near: { $ref: '#/schemas/City' },
      },
      required: ['name'],
    },
  });
  const isManifest = new Ajv({ strictTuples: false, code: { optimize: false } }).compile(
    Object(schema),
  );
  isManifest(manifest);
  expect(isManifest.errors).toBeNull();
});

test('the references lead somewhere in the manifest', () => {
  const manifest = manifestOf(
    `class Views { @app.route('/', { methods: ['POST'] }) write(body: City) { return body; } }`,
  );
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...manifest, $id: 'manifest:' });
  const isCity = ajv.compile({ $ref: 'manifest:#/routes/0/inputs/body' });
  expect(isCity({ name: 'Oslo', near: { name: 'Lier' } })).toBe(true);
  expect(isCity({ name: 'Oslo', near: {} })).toBe(false);
});

test('a manifest without inputs says nothing of them', () => {
  const manifest = manifestOf(
    `class Views { @app.route('/{id}') plain(id: string) { return id; } }`,
  );
  expect(JSON.stringify(manifest)).not.toMatch(/inputs|schemas/);
});
