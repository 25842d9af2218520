import { expect, it } from 'vitest';
import { describeFiles } from '../api/described-files.fixture.js';
import type { Json } from '../types/json-schema.js';
import { openApi31 } from './document.js';

const GUIDE = `import { CustomAuthorizer, Framework, IAMAuthorizer, NotFoundError, Response } from 'framework';
import type { Page } from './page.js';
export const app = new Framework({ appName: 'guide' });
const URI = 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:1:function:x/invocations';
const MEMBER = new CustomAuthorizer('My members', { header: 'X-Token', authorizerUri: URI });
interface Problem { because: string }
class Views {
  /** Finds one. Slowly. */
  @app.route('/cities/{id}', { authorizer: MEMBER, apiKeyRequired: true })
  city(id: string): Problem {
    if (id === 'x') throw new NotFoundError(\`no \${id}\`);
    if (id === 'y') throw new NotFoundError('none');
    return { because: id };
  }
  @app.route('/cities', { methods: ['HEAD', 'DELETE'], authorizer: new IAMAuthorizer() })
  all(): Response<Page | null> { return new Response(null, 204); }
  @app.route('/pages') pages(): { here: Page} { return JSON.parse(''); }
}
`;

function documentOf(files: Readonly<Record<string, string>>): Readonly<Record<string, Json>> {
  const { api, manifest } = describeFiles(files);
  return openApi31(api, { manifest, version: '1.0.0' }) as Readonly<Record<string, Json>>; // because a document is an object
}

const PAGE = 'export interface Page { next?: Page }';

it('has paths, operations and components', () => {
  const document = documentOf({ 'app.ts': GUIDE, 'page.ts': PAGE });
  expect(document['paths']).toMatchObject({
    '/cities': {
      delete: { operationId: 'viewsAllDelete', responses: { 204: { description: 'No Content' } } },
      head: { operationId: 'viewsAllHead', security: [{ IAM: [] }] },
    },
    '/cities/{id}': {
      get: {
        tags: ['Views'],
        summary: 'Finds one.',
        description: 'Slowly.',
        operationId: 'viewsCity',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
          401: { description: 'Unauthorized' },
          403: { description: 'Forbidden' },
          404: {
            description: 'no {id}; none',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/NotFoundError' },
                examples: {
                  NotFoundError: { value: { Code: 'NotFoundError', Message: 'no {id}' } },
                  NotFoundError2: { value: { Code: 'NotFoundError', Message: 'none' } },
                },
              },
            },
          },
        },
        security: [{ My_members: [], api_key: [] }],
      },
    },
  });
  expect(document['components']).toMatchObject({
    schemas: {
      Page: { properties: { next: { $ref: '#/components/schemas/Page' } } },
      Problem: { properties: { because: { type: 'string' } } },
      NotFoundError: { properties: { Code: { const: 'NotFoundError' } } },
    },
    securitySchemes: { My_members: { name: 'X-Token' }, api_key: {}, IAM: {} },
  });
});

it('has an entry for each scope, of which one is enough', () => {
  const document = documentOf({
    'app.ts': `import { Framework, UserPoolAuthorizer } from 'framework';
export const app = new Framework({ appName: 'shop' });
const people = new UserPoolAuthorizer('people', {
  header: 'Authorization',
  providerArns: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI'],
  scopes: ['read'],
});
class Views {
  @app.route('/a', { authorizer: people }) a() { return {}; }
  @app.route('/b', { authorizer: people, scopes: ['write', 'admin'], apiKeyRequired: true }) b() { return {}; }
}
`,
  });
  expect(document['paths']).toMatchObject({
    '/a': { get: { security: [{ people: ['read'] }] } },
    '/b': {
      get: {
        security: [
          { people: ['write'], api_key: [] },
          { people: ['admin'], api_key: [] },
        ],
      },
    },
  });
});

it('has the query parameters of schemas, of which each may take others', () => {
  const document = documentOf({
    'app.ts': `import { Framework } from 'framework';
import { z } from 'zod';
export const app = new Framework({ appName: 'shop' });
const Page = z.object({ page: z.string(), size: z.string().optional() });
const Find = z.discriminatedUnion('by', [
  z.object({ by: z.literal('name'), name: z.string() }),
  z.object({ by: z.literal('id'), id: z.string() }),
]);
const made = make();
class Views {
  @app.route('/page') page(query: z.infer<typeof Page>) { return query.page; }
  @app.route('/find') find(query: z.infer<typeof Find>) { return query.by; }
  @app.route('/made') made(query: z.infer<typeof made>) { return query.size; }
  @app.route('/open') open(query: { query: string; [name: string]: string }) { return query.query; }
}
`,
  });
  const text = { type: 'string' };
  const others = { in: 'query', style: 'form', explode: true };
  const any = { type: 'object', additionalProperties: true };
  const texts = { type: 'object', additionalProperties: text };
  expect(document['paths']).toMatchObject({
    '/page': {
      get: {
        parameters: [
          { name: 'page', in: 'query', required: true, schema: text },
          { name: 'size', in: 'query', schema: text },
        ],
      },
    },
    '/find': {
      get: {
        parameters: [
          { name: 'by', required: true, schema: { enum: ['name', 'id'] } },
          { name: 'name', in: 'query', schema: text },
          { name: 'id', in: 'query', schema: text },
        ],
      },
    },
    '/made': { get: { parameters: [{ ...others, name: 'query', schema: any }] } },
    '/open': {
      get: {
        parameters: [
          { name: 'query', in: 'query', required: true, schema: text },
          { ...others, name: 'query2', schema: texts },
        ],
      },
    },
  });
});

it('is empty without routes', () => {
  const source =
    "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'a' });";
  expect(documentOf({ 'app.ts': source })).toEqual({
    openapi: '3.1.1',
    info: { title: 'a', version: '1.0.0' },
    paths: {},
  });
});

it('tells types of one name apart by their modules', () => {
  const view = (path: string): string => `import { app } from './service.js';
    interface Page { at: '${path}' }
    class Views { @app.route('/${path}') ${path}(): Page { return { at: '${path}' }; } }`;
  const document = documentOf({
    'app.ts': "import './cities.js';\nimport './members.js';\nexport { app } from './service.js';",
    'service.ts':
      "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'a' });",
    'cities.ts': view('cities'),
    'members.ts': view('members'),
  });
  expect(document['components']).toMatchObject({ schemas: { CitiesPage: {}, MembersPage: {} } });
});
