import { describe, expect, it } from 'vitest';
import { typeText } from '../client/type-text.js';
import type { Operation } from './api-description.js';
import { describeFiles, describeSource, describeView } from './described-files.fixture.js';

/** The answers of a view as text: `200 string`. */
function successes({ answers }: Operation): readonly string[] {
  return answers
    .filter(({ status }) => status === '2XX' || status < 400)
    .map(({ status, bodies }) =>
      [
        status,
        ...bodies.map(({ mediaType, type }) =>
          mediaType === 'application/json'
            ? typeText(type, (key) => key.replace(/^.*[ #]/, ''))
            : `${mediaType} ${typeText(type, (key) => key)}`,
        ),
      ].join(' '),
    );
}

function failures({ answers }: Operation): readonly string[] {
  return answers.flatMap(({ errors }) =>
    errors
      .filter(({ hasProblems }) => !hasProblems)
      .map(({ status, code, message }) => `${String(status)} ${code} ${message}`.trim()),
  );
}

const inView = (body: string): Operation =>
  describeView(`class Views { @app.route('/cities/{id}') city(id: string) { ${body} } }`);

describe('what a view answers', () => {
  const rows: Record<string, readonly [body: string, ...answers: string[]]> = {
    'an object': [
      "return { id, a: 1, b: 'x', c: true, d: null };",
      '200 { id: string; a: number; b: string; c: boolean; d: null }',
    ],
    'constants as they are': ["return { kind: 'a' as const };", "200 { kind: 'a' }"],
    'a text': ["return 'hello';", '200 string'],
    nothing: ['id.trim();', '200 null'],
    'several values': [
      "if (id === 'x') return { a: 1 }; return [1];",
      '200 { a: number } | number[]',
    ],
    'a condition': ['return id ? [id] : null;', '200 string[] | null'],
    'a Response': ['return new Response({ id }, 201);', '201 { id: string }'],
    'an empty Response': ['return new Response(null, 204);', '204'],
    'a Response with a type': [
      "return new Response('<p>', 200, { 'Content-Type': 'text/html; charset=utf-8' });",
      '200 text/html string',
    ],
    'a Response with bytes': [
      "return new Response(Buffer.from(id), 200, { 'Content-Type': 'image/png' });",
      '200 image/png Uint8Array',
    ],
    'JSON that is made by hand': [
      'return new Response(JSON.stringify({ id }));',
      '200 { id: string }',
    ],
    'a computed status': ['return new Response({ id }, id.length);', '2XX { id: string }'],
    'a Date': ['return { at: new Date() };', '200 { at: string }'],
    'a property that may be missing': ['return { a: process.env.X };', '200 { a?: string }'],
    'a mapped list': ["return id.split(',').map((part) => ({ part }));", '200 { part: string }[]'],
    'a promise': ['return Promise.resolve(id);', '200 unknown'],
    'a returned error': ["if (!id) return new NotFoundError('x'); return 1;", '200 number'],
  };

  it.each(Object.entries(rows))('%s', (_, [body, ...answers]) => {
    expect(successes(inView(body))).toEqual(answers);
  });

  it('follows functions and variables', () => {
    const operation = describeView(`
      interface City { id: string; tags?: string[] }
      const cities = new Map<string, City>();
      function find(id: string): City | undefined { return cities.get(id); }
      async function load(id: string): Promise<City> { return find(id) ?? { id }; }
      const shape = ({ id, tags = [] }: City) => ({ id, count: 1 });
      export const city = app.route('/cities/{id}')(async (id: string) => {
        const found = find(id);
        if (!found) throw new NotFoundError('none');
        const [all] = [await load(id)];
        return { found, shaped: shape(found), all: [await load(id)].map(({ id }) => id) };
      });`);
    expect(successes(operation)).toEqual([
      '200 { found: City; shaped: { id: string; count: number }; all: string[] }',
    ]);
  });

  it('believes what is declared, and takes statuses from the code', () => {
    const operation = describeView(`
      interface City { id: string }
      class Views {
        @app.route('/') async city(): Promise<Response<City | null> | { ok: true } | NotFoundError> {
          const any: any = 1;
          if (any) return new NotFoundError('gone');
          if (any > 2) return { ok: true };
          if (any > 3) return new Response(null, 204);
          return new Response(any, 201);
        }
      }`);
    expect(successes(operation)).toEqual(['200 { ok: true }', '201 City', '204']);
  });

  it('leaves alone a variable that changes', () => {
    expect(successes(inView('let x = { a: 1 }; x = JSON.parse(id); return x;'))).toEqual([
      '200 unknown',
    ]);
  });

  it('notes what is not known, with its place', () => {
    const { notes } = describeSource(
      "class Views { @app.route('/') view() { return { a: JSON.parse('1') }; } }",
    );
    expect(notes.map(({ code, at }) => [code, at?.line])).toEqual([['FW3101', 6]]);
  });

  it('says nothing of a declared unknown', () => {
    const { notes } = describeSource(
      "class Views { @app.route('/') view(): unknown { return JSON.parse('1'); } }",
    );
    expect(notes).toEqual([]);
  });
});

describe('which errors a view answers', () => {
  const rows: Record<string, readonly [body: string, ...errors: string[]]> = {
    thrown: ["throw new NotFoundError('no city');", '404 NotFoundError no city'],
    'with a computed message': [
      'throw new NotFoundError(`no city ${id} in ${id.trim()}`);',
      '404 NotFoundError no city {id} in {...}',
    ],
    'with joined texts': [
      "throw new NotFoundError('no city ' + id);",
      '404 NotFoundError no city {id}',
    ],
    returned: ["return new ConflictError('taken');", '409 ConflictError taken'],
    caught: ["try { throw new NotFoundError('x'); } catch { return 1; }"],
    'thrown again': [
      "try { throw new NotFoundError('x'); } catch (error) { app.log.info('!'); throw error; }",
      '404 NotFoundError x',
    ],
    'caught and turned into another': [
      "try { throw new NotFoundError('x'); } catch { throw new ConflictError('y'); }",
      '409 ConflictError y',
    ],
    'behind a callback': [
      "return [id].map((one) => { if (one) throw new NotFoundError('x'); return one; });",
      '404 NotFoundError x',
    ],
    'behind a caught promise': ['return load(id).catch(() => null);'],
    'in a function that is never called': [
      "const never = () => { throw new NotFoundError('x'); }; return 1;",
    ],
  };

  it.each(Object.entries(rows))('%s', (_, [body, ...errors]) => {
    const { answers } = describeView(`
      async function load(id: string) { if (id) throw new ConflictError('y'); return id; }
      class Views { @app.route('/cities/{id}') city(id: string) { ${body} } }`);
    const found = answers.flatMap(({ errors: list }) =>
      list.map(({ status, code, message }) => `${String(status)} ${code} ${message}`),
    );
    expect(found).toEqual(errors);
  });

  it('across functions, classes and modules', () => {
    const { api } = describeFiles({
      'app.ts': `import { Framework } from 'framework';
        import { Store } from './store.js';
        import { gone } from './errors.js';
        export const app = new Framework({ appName: 'guide' });
        const store = new Store();
        class Views {
          @app.route('/cities/{id}') city(id: string) { this.check(id); return store.find(id); }
          @app.route('/old') old() { throw gone('old'); }
          @app.route('/none') none() { return 1; }
          check(id: string) { if (!id) throw gone(id); }
        }`,
      'store.ts': `import { CityNotFound } from './errors.js';
        export class Store {
          find(id: string): string { return this.#load(id); }
          #load(id: string): string { if (id) throw new CityNotFound(id); return id; }
        }`,
      'errors.ts': `import { NotFoundError, FrameworkViewError } from 'framework';
        export class CityNotFound extends NotFoundError {
          constructor(id: string) { super(\`no city \${id}\`); }
        }
        export class Gone extends FrameworkViewError { static override readonly statusCode = 410; }
        export const gone = (what: string) => new Gone(\`\${what} is gone\`);`,
    });
    expect(Object.fromEntries(api.operations.map((one) => [one.path, failures(one)]))).toEqual({
      '/cities/{id}': ['404 CityNotFound no city {id}', '410 Gone {what} is gone'],
      '/none': [],
      '/old': ['410 Gone {what} is gone'],
    });
  });

  it('of any status, with details', () => {
    const { api } = describeFiles({
      'app.ts': `import { Framework, HTTPError } from 'framework';
        export const app = new Framework({ appName: 'guide' });
        const PAYMENT_REQUIRED = 402;
        class OutOfStock extends HTTPError { static override readonly statusCode: number = 409; }
        class Teapot extends HTTPError { constructor(what: string) { super(418, \`no \${what}\`, { what }); } }
        class Views {
          @app.route('/a') a() { throw new HTTPError(PAYMENT_REQUIRED, 'declined', { retryAfter: 60 }); }
          @app.route('/b') b() { throw new OutOfStock('no lamp', { sku: 'lamp' }); }
          @app.route('/c') c() { throw new Teapot('coffee'); }
        }`,
    });
    const found = api.operations.flatMap(({ answers }) =>
      answers.flatMap(({ errors }) =>
        errors.map(({ status, code, message, details }) => [
          status,
          code,
          message,
          details && typeText(details, (key) => key),
        ]),
      ),
    );
    expect(found).toEqual([
      [402, 'HTTPError', 'declined', '{ retryAfter: number }'],
      [409, 'OutOfStock', 'no lamp', '{ sku: string }'],
      [418, 'Teapot', 'no {what}', '{ what: string }'],
    ]);
  });

  it('caught where the function is called', () => {
    const operation = describeView(`
      async function load(id: string) { if (id) throw new ConflictError('y'); return id; }
      function find(id: string) { if (id) throw new NotFoundError('x'); return id; }
      class Views {
        @app.route('/cities/{id}') async city(id: string) {
          try { find(id); await load(id); } catch { return 1; }
          try { return load(id); } catch { return 2; }
        }
      }`);
    expect(failures(operation)).toEqual(['409 ConflictError y']);
  });
});

describe('errors of middleware', () => {
  const inChain = (head: string, list: string, body = "throw new NotFoundError('none');") => {
    const { api } = describeFiles({
      'app.ts': `import { ConflictError, ForbiddenError, Framework, middleware, NotFoundError, Response } from 'framework';
        ${head}
        export const app = new Framework({ appName: 'guide'${head.includes('const common') ? ', middleware: [common]' : ''} });
        class Views {
          @app.route('/guarded', { middleware: [${list}] }) guarded() { ${body} }
          @app.route('/open') open() { return 1; }
        }`,
    });
    return Object.fromEntries(api.operations.map((one) => [one.path, failures(one)]));
  };
  const SIGNED_IN = "throw new ForbiddenError('sign in first')";
  const rows: Record<string, readonly [head: string, list: string]> = {
    'a function that is written in the call': [
      `const guard = middleware((request, next) => { if (!request.headers.a) ${SIGNED_IN}; return next(); });`,
      'guard',
    ],
    'a function with a name, and what it calls': [
      `function check(key?: string) { if (!key) ${SIGNED_IN}; }
       const run = async (request: any, next: any) => { check(request.headers.a); return next(); };
       const guard = middleware(run);`,
      'guard',
    ],
    'what a function of the project makes': [
      `const guard = (most: number) => middleware((request, next) => { if (most) ${SIGNED_IN}; return next(); });
       const guards = [guard(1)];`,
      '...guards',
    ],
    'a provider': [
      `const guard = middleware.provide((request) => { if (!request.headers.a) ${SIGNED_IN}; return 1; });`,
      'guard',
    ],
  };

  it.each(Object.entries(rows))('%s', (_, [head, list]) => {
    expect(inChain(head, list)).toEqual({
      '/guarded': ['403 ForbiddenError sign in first', '404 NotFoundError none'],
      '/open': [],
    });
  });

  it('of the application, around every view', () => {
    const head = `const common = middleware((request, next) => { ${SIGNED_IN}; return next(); });`;
    expect(inChain(head, '')).toEqual({
      '/guarded': ['403 ForbiddenError sign in first', '404 NotFoundError none'],
      '/open': ['403 ForbiddenError sign in first'],
    });
  });

  it('which may catch what comes from inside', () => {
    const head = `
      const common = middleware(async (request, next) => { ${SIGNED_IN}; return next(); });
      const quiet = middleware(async (request, next) => {
        try { return await next(); } catch { throw new ConflictError('busy'); }
      });
      const again = middleware(async (request, next) => {
        try { return await next(); } catch (error) { app.log.info('!'); throw error; }
      });`;
    expect(inChain(head, 'again')['/guarded']).toEqual([
      '403 ForbiddenError sign in first',
      '404 NotFoundError none',
    ]);
    expect(inChain(head, 'quiet')['/guarded']).toEqual([
      '403 ForbiddenError sign in first',
      '409 ConflictError busy',
    ]);
  });
});

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
