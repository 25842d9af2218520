// The responses of a view, from what it returns.
import { describe, expect, it } from 'vitest';
import { typeText } from '../client/type-text.js';
import type { Operation } from './api-description.js';
import { describeSource, describeView } from './described-files.fixture.js';

/** Returns the responses of a view as text: `200 string`. */
function successes({ answers }: Operation): readonly string[] {
  return answers
    .filter(({ status }) => status === 'default' || status < 400)
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
    'a computed status': ['return new Response({ id }, id.length);', 'default { id: string }'],
    'one of two statuses': [
      "const status = id === 'x' ? 200 : 201; return new Response({ id }, status);",
      '200 { id: string }',
      '201 { id: string }',
    ],
    'a status that may be any number': [
      'const status = id ? 200 : id.length; return new Response({ id }, status);',
      'default { id: string }',
    ],
    'a status by the name of a constant': [
      'const STATUS = { made: 201 }; return new Response({ id }, STATUS.made);',
      '201 { id: string }',
    ],
    'a status of an object that a function changes': [
      'const STATUS = { made: 201 }; const change = (given: { made: number }) => { given.made = 202; }; change(STATUS); return new Response({ id }, STATUS.made);',
      'default { id: string }',
    ],
    'a status of an object in an object that a function changes': [
      'const STATUS = { in: { made: 201 } }; const change = (given: { made: number }) => { given.made = 202; }; change(STATUS.in); return new Response({ id }, STATUS.in.made);',
      'default { id: string }',
    ],
    'a status of an object in a list that a function changes': [
      'const STATUS = { in: [{ made: 201 }] }; const change = (given: { made: number }) => { given.made = 202; }; change(STATUS.in[0]); return new Response({ id }, STATUS.in[0].made);',
      'default { id: string }',
    ],
    'a status beside an instance that changes itself': [
      'class Count { n = 0; constructor() { this.n = 1; } } const STATUS = { count: new Count(), made: 201 }; return new Response({ id }, STATUS.made);',
      '201 { id: string }',
    ],
    'a status of an object from which a function deletes': [
      'const STATUS: any = { made: 201 }; const change = (given: { made: number }) => { delete given.made; }; change(STATUS); return new Response({ id }, STATUS.made);',
      'default { id: string }',
    ],
    'a status of an object to which a function copies': [
      'const STATUS = { made: 201 }; const change = (given: { made: number }) => { Object.assign(given, { made: 202 }); }; change(STATUS); return new Response({ id }, STATUS.made);',
      'default { id: string }',
    ],
    'a status in a list that a function changes': [
      'const STATUS = [201]; const change = (given: { made: number }) => { given.unshift(202); }; change(STATUS); return new Response({ id }, STATUS[0]);',
      'default { id: string }',
    ],
    'a status of a class that its method changes': [
      'class State { static made = 201; static change() { this.made = 202; } } State.change(); return new Response({ id }, State.made);',
      'default { id: string }',
    ],
    'a status of an object beside texts and numbers of which a function assigns members': [
      "const NAME = 'made'; const NONE = undefined; const STATUS = { made: NONE ?? 201 }; const change = (given: { made: number }) => { given.made = 202; }; change('made'); change(undefined); return new Response({ id }, STATUS[NAME]);",
      '201 { id: string }',
    ],
    'every Response that a variable is given': [
      'let found = new Response({ id }); if (!id) found = new Response(null, 204); return found;',
      '200 { id: string }',
      '204',
    ],
    'a variable that may have no Response': [
      'let found: any; if (!id) found = new Response(null, 204); return found;',
      '200 unknown',
    ],
    'a variable that a pattern assigns': [
      'let found: any = new Response(null, 204); [found] = [id]; return found;',
      '200 unknown',
    ],
    'an object that another replaces': [
      'class A { get() { return 1; } } let a: any = new A(); if (id) a = { get: () => id }; return a.get();',
      '200 unknown',
    ],
    'a status of an enum': [
      'enum Status { Made = 201 } return new Response({ id }, Status.Made);',
      '201 { id: string }',
    ],
    'a value of an enum': [
      "enum Kind { Big = 'big' } return { kind: Kind.Big };",
      '200 { kind: string }',
    ],
    'a variable that has the name of a global one': [
      'const JSON = { stringify: String }; return new Response(JSON.stringify(id));',
      '200 unknown',
    ],
    'an environment variable by another name': [
      'const { env } = process; return { a: env.X };',
      '200 { a?: string }',
    ],
    'a Response with a type argument': [
      'return new Response<string[]>(JSON.parse(id));',
      '200 string[]',
    ],
    'a Date': ['return { at: new Date() };', '200 { at: string }'],
    'a property that may be missing': ['return { a: process.env.X };', '200 { a?: string }'],
    'a mapped list': ["return id.split(',').map((part) => ({ part }));", '200 { part: string }[]'],
    'a promise': ['return Promise.resolve(id);', '200 unknown'],
    'a returned error': ["if (!id) return new NotFoundError('x'); return 1;", '200 number'],
  };

  it.each(Object.entries(rows))('%s', (_, [body, ...answers]) => {
    expect(successes(inView(body))).toEqual(answers);
  });

  it('follows methods of the class, of its base and of instances', () => {
    const operation = describeView(`
      class Store { find(id: string) { return { id }; } }
      class Base { name() { return 'x'; } }
      class Views extends Base {
        readonly #store = new Store();
        #count() { return 1; }
        @app.route('/cities/{id}') city(id: string) {
          return { found: this.#store.find(id), name: this.name(), count: this.#count() };
        }
      }`);
    expect(successes(operation)).toEqual([
      '200 { found: { id: string }; name: string; count: number }',
    ]);
  });

  it.each([
    ['overrides what a method of its base calls', 'items(): any { return 1; }', 'list()'],
    ['overrides a method with a property', 'items = (): any => 1;', 'items()'],
    ['overrides a method with a getter', 'get items(): any { return () => 1; }', 'items()'],
    ['assigns a method', 'constructor() { super(); this.items = (() => 1) as any; }', 'items()'],
    ['assigns a property', 'set() { this.store = { find: () => 1 } as any; }', 'store.find()'],
    ['overrides a property', 'override store: any = { find: () => 1 };', 'found()'],
  ])('does not describe what the base of a class returns if it %s', (_, member, call) => {
    const operation = describeView(`
      class Store { find() { return 'x'; } }
      class Base {
        store = new Store();
        items(): any { return new Map(); }
        list() { return this.items(); }
        found() { return this.store.find(); }
      }
      class Views extends Base {
        ${member}
        @app.route('/x') view() { return this.${call}; }
      }`);
    expect(successes(operation)).toEqual(['200 unknown']);
  });

  it('ends for functions that call each other often', () => {
    const functions = Array.from({ length: 40 }, (_, index) => {
      const next = `f${String(index + 1)}()`;
      return `function f${String(index)}() { return [${next}, ${next}, ${next}]; }`;
    });
    const operation = describeView(`
      ${functions.join('\n')}
      function f40() { return 1; }
      class Views { @app.route('/x') view() { return { all: f0(), one: f40() }; } }`);
    expect(successes(operation)).toEqual([expect.stringMatching(/^200 .*unknown.*one: number/s)]);
  });

  it('knows whose private member a method reads, and what `this` is in a function', () => {
    const operation = describeView(`
      class Numbers { find() { return 1; } }
      class Texts { find() { return 'x'; } }
      class Base { #store = new Numbers(); found() { return this.#store.find(); } }
      class Views extends Base {
        #store = new Texts();
        name() { return 'x'; }
        @app.route('/x') view() {
          const names = [1].map(function (this: any) { return this.name(); }, { name: () => 1 });
          return { a: this.found(), b: this.#store.find(), names };
        }
      }`);
    expect(successes(operation)).toEqual(['200 { a: number; b: string; names: unknown[] }']);
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

  it('knows the values of providers by what they pass to next', () => {
    const { operations, notes } = describeSource(`
      import { middleware, type Provider } from 'framework';
      import { createHash } from 'node:crypto';
      interface User { name: string; team?: string }
      function verify(token: string | undefined): Promise<User> { return JSON.parse(token ?? ''); }
      const make = (header: string) =>
        middleware.provide((request, next) => next(request.headers[header]?.trim() ?? null));
      const user = middleware.provide(async (request, next) => {
        const { headers } = request;
        if (!headers.authorization) return new Response({ no: 'token' }, 401);
        return next(await verify(headers.authorization));
      });
      const locale = make('Accept-Language');
      const page = middleware.provide(({ queryParams }, next) => next(Number(queryParams?.page ?? 1)));
      const open = middleware.provide(async (_, next) => [next][0]!(1));
      const typed = middleware.provide<User>(async (_, next) => next(JSON.parse('')));
      const said: Provider<User> = middleware.provide(async (_, next) => next(JSON.parse('')));
      const hash = middleware.provide((_, next) => next(createHash('md5')));
      const own = middleware.provide((_, next) => next({ role: user.value.name }));
      export const providers = { user };
      export const all = app.route('/', { middleware: [user, locale, page, open, typed, said, hash, own] })(() => {
        const { name } = user.value;
        return {
          by: providers.user.value.name, name, team: user.value.team, locale: locale.value, page: page.value,
          typed: typed.value, said: said.value, own: own.value,
        };
      });
      export const some = app.route('/some', { middleware: [open] })(() => ({ open: open.value }));
      export const none = app.route('/none', { middleware: [hash] })(() => ({ hash: hash.value }));`);
    expect(operations.map(successes)).toEqual([
      [
        `200 {
  by: string;
  name: string;
  team?: string;
  locale: string | null;
  page: number;
  typed: User;
  said: User;
  own: { role: string };
}`,
      ],
      ['200 { hash: unknown }'],
      ['200 { open: unknown }'],
    ]);
    expect(notes.map(({ code }) => code)).toEqual(['FW3101', 'FW3101']);
  });

  it('knows which of the declared bodies a status has', () => {
    const { answers } = describeView(`
      interface City { id: string }
      interface Failure { errors: string[] }
      const fail = (status: 404 | 422, errors: string[]) => new Response<Failure>({ errors }, status);
      class Views {
        /**
         * @response 409 Failure The name is taken.
         * @response 410 { gone: true } - It is gone.
         * @response 204 Nothing to say.
         * @throws {ConflictError} When two write at once.
         */
        @app.route('/{id}') city(id: string): Response<City> | Response<Failure> {
          return id ? new Response<City>({ id }) : fail(404, []);
        }
      }`);
    const texts = answers.map(({ status, description, bodies, errors }) =>
      [
        status,
        description,
        ...bodies.map(({ type }) => typeText(type, (key) => key.replace(/^.*[ #]/, ''))),
        ...errors.map(({ code }) => code),
      ].join(' | '),
    );
    expect(texts).toEqual([
      '200 | OK | City',
      '204 | Nothing to say.',
      '404 | Not Found | Failure',
      '409 | When two write at once.; The name is taken. | Failure | ConflictError',
      '410 | It is gone. | { gone: true }',
      '422 | Unprocessable Content | Failure',
    ]);
  });

  it('adds what the middleware around it answers with a literal status', () => {
    const { operations, notes } = describeSource(`
      import { middleware, HTTPError } from 'framework';
      interface Failure { errors: string[] }
      const failed = (error: HTTPError): Failure => ({ errors: [error.message] });
      const answer = (error: HTTPError) => new Response(failed(error), 404);
      const mapped = middleware(async (_, next) => {
        try { return await next(); } catch (error) {
          if (error instanceof NotFoundError) return answer(error);
          if (error instanceof HTTPError) return new Response(failed(error), error.status);
          return new Response({ errors: ['?'] }, 500);
        }
      });
      const copied = middleware(async (_, next) => {
        const response = await next();
        return new Response(response.body, 200);
      });
      const user = middleware.provide((request, next) =>
        request.headers.authorization ? next(1) : new Response({ no: 'token' }, 401));
      class Views {
        @app.route('/{id}', { middleware: [copied, mapped, user] })
        city(id: string) { if (!id) throw new NotFoundError('gone'); return { id }; }
        @app.route('/') open() { return 1; }
      }`);
    const said = operations.map(({ answers }) =>
      answers.map(({ status, bodies, errors }) =>
        [
          status,
          ...bodies.map(({ type }) => typeText(type, (key) => key.replace(/^.*[ #]/, ''))),
          ...errors.map(({ code }) => code),
        ].join(' '),
      ),
    );
    expect(said).toEqual([
      ['200 number'],
      ['200 { id: string }', '401 { no: string }', '404 Failure', '500 { errors: string[] }'],
    ]);
    expect(notes).toEqual([]);
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
