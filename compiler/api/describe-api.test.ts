// The description of an operation, except its responses.
import { describe, expect, it } from 'vitest';
import { describeFiles, describeSource, describeView } from './described-files.fixture.js';

describe('what else is said of an operation', () => {
  it('the comment of the view', () => {
    const operation = describeView(`class Views {
      /**
       * Finds a city. It may be
       * slow.
       *
       * @tag cities
       * @tag guide
       * @returns The city.
       * @deprecated Use the list.
       */
      @app.route('/cities/{id}')
      city(id: string) { return { id }; }
    }`);
    expect(operation).toMatchObject({
      tags: ['cities', 'guide'],
      documentation: {
        summary: 'Finds a city.',
        description: 'It may be slow.',
        deprecated: 'Use the list.',
      },
      answers: [{ status: 200, description: 'The city.' }],
    });
  });

  it('the comment behind the decorator, and of the call form', () => {
    const { operations } = describeSource(`class Views {
      @app.route('/a')
      /** Behind. @tag one */
      async a() { return 1; }
    }
    /** In front. */
    export const b = app.route('/b')(() => 1);`);
    expect(operations.map(({ documentation, tags }) => [documentation.summary, ...tags])).toEqual([
      ['Behind.', 'one'],
      ['In front.'],
    ]);
  });

  it('the class as a tag', () => {
    const { tags } = describeView("class Cities { @app.route('/') list() { return 1; } }");
    expect(tags).toEqual(['Cities']);
  });

  it('names that stay, whatever other views are there', () => {
    const { operations, notes } = describeSource(`
      import { Blueprint } from 'framework';
      class Cities {
        @app.route('/cities') list() { return 1; }
        @app.route('/cities/{id}', { methods: ['GET', 'PUT'] }) city(id: string) { return id; }
        @app.route('/a') @app.route('/b') both() { return 1; }
      }
      class Guide {
        @app.route('/guide') list() { return 1; }
        /** One. @operationId theOne */
        @app.route('/one') one() { return 1; }
        /** @operationId straße */
        @app.route('/q', { methods: ['PUT', 'POST'] }) two() { return 1; }
      }
      export const größe = app.route('/size')(() => 1);
      const orders = new Blueprint();
      class Orders { @orders.route('/orders') list() { return 1; } }
      export const mine = orders.route('/')(() => 1);
      app.register(orders);
      app.register(orders, { urlPrefix: '/api/v2', namePrefix: 'v2-' });
      const once = new Blueprint();
      export const sole = once.route('/sole')(() => 1);
      app.register(once, { urlPrefix: '/once' });`);
    expect(notes).toEqual([]);
    expect(operations.map(({ method, path, id }) => `${method} ${path} ${id}`)).toEqual([
      'GET / mine',
      'GET /a citiesBothA',
      'GET /api/v2 v2Mine',
      'GET /api/v2/orders v2OrdersList',
      'GET /b citiesBothB',
      'GET /cities citiesList',
      'GET /cities/{id} citiesCityGet',
      'PUT /cities/{id} citiesCityPut',
      'GET /guide guideList',
      'GET /once/sole sole',
      'GET /one theOne',
      'GET /orders ordersList',
      'POST /q straßePost',
      'PUT /q straßePut',
      'GET /size größe',
    ]);
  });

  it('a name that two views have is an error that says what to write', () => {
    const view = (path: string, comment = ''): string => `import { app } from './service.js';
      class Cities { ${comment} @app.route('/${path}') list() { return 1; } }`;
    const files = {
      'app.ts': "import './a.js';\nimport './b.js';\nexport { app } from './service.js';",
      'service.ts':
        "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'a' });",
      'a.ts': view('a'),
    };
    const { api } = describeFiles({ ...files, 'b.ts': view('b') });
    const found = api.notes.map(({ code, severity, at, hint }) => [code, severity, at?.file, hint]);
    const hint =
      'Rename the view or `Cities`, or write `@operationId otherCitiesList` in the comment before the view.';
    expect(found).toEqual([['FW3105', 'error', 'b.ts', hint]]);
    const other = describeFiles({ ...files, 'b.ts': view('b', '/** @operationId adminList */') });
    expect(other.api.notes).toEqual([]);
  });

  it('what tags say of the operation and its inputs', () => {
    const { operations, notes } = describeSource(`
      interface NewCity { name: string }
      class Cities {
        /**
         * Changes a city. Or makes it.
         * @summary Change
         * @param id - The number
         * of the city.
         * @param query.limit How many.
         * @param if-match The version.
         * @param body - The city.
         * @param query The filters.
         * @deprecated
         * @remarks slow
         */
        @app.route('/cities/{id}', { methods: ['PUT'] })
        replace(id: Int, body: NewCity, query: { /** Old. */ limit?: Int }, headers: { 'if-match'?: string }) {
          return id;
        }
      }`);
    const [operation] = operations;
    expect(operation).toMatchObject({
      documentation: {
        summary: 'Change',
        description: 'Changes a city. Or makes it.',
        deprecated: '',
      },
      captures: [{ documentation: { summary: 'The number of the city.' } }],
      query: [{ documentation: { summary: 'How many.' } }],
      headers: [{ documentation: { summary: 'The version.' } }],
      body: { description: 'The city.' },
    });
    expect(notes).toEqual([]);
  });

  it('tags that the document cannot hold', () => {
    const { notes } = describeSource(`
      class Cities {
        /**
         * @operationid x
         * @Tags a
         * @status 409
         * @param nme The name.
         * @param body.name The name.
         * @throws {Missing} Never.
         * @throws when the disk is full
         * @response Conflict The name is taken.
         * @response 409 Conflict The name is taken.
         * @author me
         * @aws-sdk/client-s3
         */
        @app.route('/{name}', { methods: ['PUT', 'POST'] }) replace(name: string, body: { name: string }) { return name; }
      }`);
    expect(notes.map(({ at, message }) => `${String(at?.line)} ${message}`)).toEqual([
      '9 \`@operationid\` is no tag, so the OpenAPI document omits it.',
      '10 \`@Tags\` is no tag, so the OpenAPI document omits it.',
      '11 \`@status\` is no tag, so the OpenAPI document omits it.',
      '12 \`@param\` names no path parameter, and no member of \`query\` or \`headers\`, so the OpenAPI document omits it.',
      '13 \`@param\` names no path parameter, and no member of \`query\` or \`headers\`, so the OpenAPI document omits it.',
      '14 \`@throws\` names \`Missing\`, which is not an error class with a status here, so the OpenAPI document omits it.',
      '16 \`@response\` does not begin with a status, so the OpenAPI document omits it.',
      '17 \`@response\` names \`Conflict\`, which is not a type here, so the OpenAPI document omits it.',
    ]);
  });

  it('aliases of plain scalars are written where they are used', () => {
    const { names, notes } = describeSource(`
      type Id = string; type Slug = Text<{ pattern: '^[a-z]+$' }>;
      interface City { id: Id; slug: Slug; all: Id[] }
      class Cities { @app.route('/', { methods: ['PUT'] }) replace(body: City): City { return body; } }`);
    expect([...names.values()].toSorted()).toEqual(['City', 'Slug']);
    expect(notes).toEqual([]);
  });

  it('the inputs of a view, in any order among the captures', () => {
    const { operations, names } = describeSource(`
      interface NewCity { name: Text<{ minLength: 1 }>; tags?: List<string, { maxItems: 9 }> }
      class Cities {
        @app.route('/cities/{id}/{part}', { methods: ['PUT'] })
        replace(body: NewCity, id: Int, headers: { 'if-match'?: string }, part: string,
                query: { /** How many. */ limit?: Int<{ minimum: 1 }>; tag: string }) { return body; }
      }`);
    const [operation] = operations;
    expect(operation).toMatchObject({
      captures: [
        { name: 'id', type: { kind: 'number', rules: { isInteger: true } }, isOptional: false },
        { name: 'part', type: { kind: 'text' } },
      ],
      query: [
        { name: 'limit', isOptional: true, documentation: { summary: 'How many.' } },
        { name: 'tag', isOptional: false },
      ],
      headers: [{ name: 'if-match', isOptional: true }],
      body: { isOptional: false, mediaTypes: ['application/json'], type: { kind: 'named' } },
    });
    expect([...names.values()]).toEqual(['NewCity']);
    const statuses = operation?.answers.map(({ status, errors }) => [
      status,
      errors.map(({ code, hasProblems }) => (hasProblems ? `${code}*` : code)).join(),
    ]);
    expect(statuses).toEqual([
      [200, ''],
      [400, 'BadRequestError*,BadRequestError'],
      [413, ''],
      [415, ''],
    ]);
  });

  it('an optional query or headers, whose members are required anyway', () => {
    const { operations } = describeSource(`
      class Cities {
        @app.route('/a') a(query: { limit: Int } = { limit: 1 }, headers?: { 'x-a': string; 'x-b'?: string }) {
          return [query, headers];
        }
      }`);
    expect(operations).toMatchObject([
      {
        query: [{ name: 'limit', isOptional: false }],
        headers: [
          { name: 'x-a', isOptional: false },
          { name: 'x-b', isOptional: true },
        ],
      },
    ]);
  });

  it('a body that a view reads by itself', () => {
    const { operations } = describeSource(`
      const text = () => String(app.currentRequest.jsonBody);
      class Views {
        @app.route('/json', { methods: ['POST'] }) json() { return text(); }
        @app.route('/raw', { methods: ['POST'], contentTypes: ['image/png'] })
        raw() { return app.currentRequest.rawBody.length; }
        @app.route('/none', { methods: ['POST'] }) none() { return 1; }
      }`);
    expect(operations.map(({ path, body }) => [path, body?.type.kind, body?.mediaTypes])).toEqual([
      ['/json', 'unknown', ['application/json']],
      ['/none', undefined, undefined],
      ['/raw', 'bytes', ['image/png']],
    ]);
  });

  it('what the gateway answers', () => {
    const { operations } = describeSource(`
      const MEMBER = new CustomAuthorizer('Member', { header: 'Authorization', authorizerUri: 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:1:function:x/invocations' });
      class Views {
        @app.route('/key', { apiKeyRequired: true }) key() { return 1; }
        @app.route('/iam', { authorizer: new IAMAuthorizer() }) iam() { return 1; }
        @app.route('/member', { authorizer: MEMBER }) member() { return 1; }
      }`);
    const gateway = operations.map(({ path, answers }) => [
      path,
      ...answers.filter(({ messages }) => messages.length > 0).map(({ status }) => status),
    ]);
    expect(gateway).toEqual([
      ['/iam', 403],
      ['/key', 403, 429],
      ['/member', 401, 403],
    ]);
  });
});
