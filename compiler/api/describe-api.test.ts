// What is said of an operation beside its answers.
import { describe, expect, it } from 'vitest';
import { describeSource, describeView } from './described-files.fixture.js';

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

  it('names that stay', () => {
    const { operations } = describeSource(`
      class Cities {
        @app.route('/cities') list() { return 1; }
        @app.route('/cities/{id}', { methods: ['GET', 'PUT'] }) city(id: string) { return id; }
        @app.route('/a') @app.route('/b') both() { return 1; }
      }
      class Guide { @app.route('/guide') list() { return 1; } @app.route('/one') one() { return 1; } }`);
    expect(operations.map(({ id }) => id)).toEqual([
      'bothA',
      'bothB',
      'citiesList',
      'cityGet',
      'cityPut',
      'guideList',
      'one',
    ]);
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
