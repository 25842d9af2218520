// The error responses of a view: its own and those of middleware.
import { describe, expect, it } from 'vitest';
import { typeText } from '../client/type-text.js';
import type { Operation } from './api-description.js';
import { describeFiles, describeView } from './described-files.fixture.js';

function failures({ answers }: Operation): readonly string[] {
  return answers.flatMap(({ errors }) =>
    errors
      .filter(({ hasProblems }) => !hasProblems)
      .map(({ status, code, message }) => `${String(status)} ${code} ${message}`.trim()),
  );
}

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
    'with a sum in its text': [
      'const size = id.length; throw new NotFoundError(`${size + 1} of ${id + 1}`);',
      '404 NotFoundError {...} of {id}1',
    ],
    'with a text that has a name': [
      "const TEXTS = { none: 'no city' }; throw new NotFoundError(`${TEXTS.none}: ${id}`);",
      '404 NotFoundError no city: {id}',
    ],
    'with a text that the environment decides': [
      "const text = process.env.TEXT ?? 'x'; throw new NotFoundError(text);",
      '404 NotFoundError ',
    ],
    'with a status that has a name': [
      'const TEAPOT = 418; class Tea extends NotFoundError { static readonly statusCode = TEAPOT; } throw new Tea();',
      '418 Tea ',
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

describe('errors in a format', () => {
  const { api } = describeFiles({
    'package.json': '{ "name": "x", "type": "module" }',
    'formats.ts': `import { errorFormat } from 'framework';
      export interface Failure { errors: Record<string, string[]> }
      export const failures = errorFormat<Failure>({
        invalidStatus: 422,
        invalid: (problems) => ({ errors: { at: problems.map(({ at }) => at) } }),
        error: ({ message }) => ({ errors: { message: [message] } }),
      });
      export const texts = errorFormat<string>({ error: ({ message }) => message });
      export const status = errorFormat({ invalidStatus: 409 });
      export const untyped = errorFormat({ error: () => ({}) });`,
    'app.ts': `import { Blueprint, Framework, NotFoundError } from 'framework';
      import { failures, status, texts, untyped } from './formats.js';
      export const app = new Framework({ appName: 'x', errors: failures });
      const part = new Blueprint({ errors: texts });
      type New = { name: string };
      function find() { throw new NotFoundError('none'); }
      export class Views {
        @app.route('/a', { methods: ['POST'] }) a(body: New): void { find(); }
        @app.route('/b', { methods: ['POST'], errors: status }) b(body: New): void { find(); }
        @part.route('/c', { methods: ['POST'] }) c(body: New): void { find(); }
        @app.route('/d', { errors: untyped }) d(): void { find(); }
      }
      app.register(part, { urlPrefix: '/one' });`,
  });
  const answersOf = (path: string): readonly string[] =>
    (api.operations.find((operation) => operation.path === path)?.answers ?? [])
      .filter(({ status }) => Number(status) >= 400)
      .map(({ status, bodies, errors, messages }) => {
        const types = bodies.map(({ type }) =>
          typeText(type, (key) => api.names.get(key) ?? '', ''),
        );
        return [status, ...types, ...errors.map(({ code }) => code), ...messages].join(' ');
      });

  it('have its type, and bad input its status', () => {
    expect(answersOf('/a')).toEqual([
      '400 Failure',
      '404 Failure',
      '413 Request Too Long',
      '415 Failure',
      '422 Failure',
    ]);
  });

  it('inherit each part of it by itself', () => {
    expect(answersOf('/b')).toEqual([
      '400 Failure',
      '404 Failure',
      '409 Failure',
      '413 Request Too Long',
      '415 Failure',
    ]);
    expect(answersOf('/one/c')).toEqual([
      '400 string',
      '404 string',
      '413 Request Too Long',
      '415 string',
      '422 Failure',
    ]);
  });

  it('are not described where it has no type argument, which is reported', () => {
    expect(answersOf('/d')).toEqual(['404 unknown']);
    expect(api.notes.map(({ code, at }) => [code, at?.file])).toEqual([['FW3103', 'formats.ts']]);
  });
});
