import { expect, it, test } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { proxyEvent } from '../test/support/proxy-events.js';
import { applications, Application } from './application.js';
import { applicationOf } from './application-of.fixture.js';
import type { BoundView } from './contract/binding.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { Framework } from './framework.js';
import { createHandler } from './handler.js';
import { Response } from './response.js';
import { createFunctionHandler } from './function-handler.js';
import type { ViewClass } from './view-registry.js';

it('createHandler() uses the only application there is', async () => {
  // The other tests of this file create theirs later; tests of other files may have created some before.
  applications.length = 0;
  expect(() => createHandler()).toThrowErrorMatchingInlineSnapshot(
    `[Error: No applications were created with new Framework(...): pass the application to serve, as in createHandler(app).]`,
  );
  const app = applicationOf({ '/': () => 1 });
  expect((await createHandler()(proxyEvent())).body).toBe('1');
  applicationOf({});
  expect(() => createHandler()).toThrowErrorMatchingInlineSnapshot(
    `[Error: 2 applications were created with new Framework(...): pass the application to serve, as in createHandler(app).]`,
  );
  expect((await createHandler(app)(proxyEvent())).body).toBe('1');
});

it('app.currentRequest outside a view is a clear error', () => {
  const app = applicationOf({});
  expect(() => app.currentRequest).toThrowErrorMatchingInlineSnapshot(
    `[Error: app.currentRequest is available only while a view handles a request: read it inside a view.]`,
  );
});

it('1000 concurrent requests never mix app.currentRequest across awaits', async () => {
  const app: Framework = applicationOf({
    '/{id}': async (id) => {
      const seen = [app.currentRequest.uriParams?.['id']];
      for (let turn = 0; turn < 3; turn++) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
        seen.push(app.currentRequest.uriParams?.['id']);
        await Promise.resolve();
        queueMicrotask(() => seen.push(app.currentRequest.uriParams?.['id']));
      }
      await Promise.resolve();
      return seen.every((value) => value === id) && seen.length === 7;
    },
  });
  const handler = createHandler(app);
  const events = Array.from({ length: 1000 }, (_, index) =>
    proxyEvent({ resource: '/{id}', path: `/${index}`, pathParameters: { id: String(index) } }),
  );
  const answers = await Promise.all(events.map((event) => handler(event)));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['true']));
});

it('work that a view leaves behind still sees its own request', async () => {
  const left: Promise<string | undefined>[] = [];
  const app: Framework = applicationOf({
    '/{id}': () => {
      const later = new Promise((resolve) => setTimeout(resolve, 20));
      left.push(later.then(() => app.currentRequest.uriParams?.['id']));
      return null;
    },
  });
  const handler = createHandler(app);
  for (const id of ['a', 'b'])
    await handler(proxyEvent({ resource: '/{id}', path: `/${id}`, pathParameters: { id } }));
  expect(await Promise.all(left)).toEqual(['a', 'b']);
});

it('awaits anything with a then method inside the request', async () => {
  const app: Framework = applicationOf({
    '/': () => ({
      then: (resolve: (value: unknown) => void) => resolve(app.currentRequest.method),
    }),
  });
  expect((await createHandler(app)(proxyEvent())).body).toBe('"GET"');
});

it('applications do not see the requests of each other', async () => {
  const other = applicationOf({});
  const app = applicationOf({ '/': () => other.currentRequest.method });
  const text = await capturedOutput(() => createHandler(app)(proxyEvent()));
  expect(text).toContain('app.currentRequest is available only while a view handles a request');
});

it.each([[{}], [null], [undefined], ['text'], [7], [{ version: '2.0', routeKey: 'GET /' }]])(
  'answers an event that is no request with what is wrong: %j',
  async (event) => {
    const handler = createHandler(applicationOf({ '/': () => 1 }));
    const answer = await handler(event as never); // because Lambda passes whatever it receives
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({
      Code: 'BadRequestError',
      Message: "Not a request of an API Gateway REST API: no 'resource', 'path' and 'httpMethod'.",
    });
  },
);

it.each([['constructor'], ['__proto__'], ['toString']])(
  'answers the method %s as one that is not listed',
  async (httpMethod) => {
    const handler = createHandler(applicationOf({ '/': () => 1 }));
    expect((await handler(proxyEvent({ httpMethod }))).statusCode).toBe(403);
  },
);

it('logs an unhandled error with its stack', async () => {
  const app = applicationOf({
    '/boom': () => {
      throw new TypeError('what happened', { cause: new Error('why it happened') });
    },
  });
  const text = await capturedOutput(() =>
    createHandler(app)(proxyEvent({ resource: '/boom', path: '/boom' })),
  );
  expect(text).toMatch(
    /^fixture - ERROR - Caught exception for GET \/boom\nTypeError: what happened\n {4}at .*handler\.test\.ts/,
  );
  expect(text).toContain('[cause]: Error: why it happened');
});

it('does not log a built-in error', async () => {
  const { NotFoundError } = await import('./errors.js');
  const app = applicationOf({
    '/': () => {
      throw new NotFoundError('x');
    },
  });
  expect(await capturedOutput(() => createHandler(app)(proxyEvent()))).toBe('');
});

it('answers with the value of a thrown object whatever it does', async () => {
  const hostile = {
    get stack(): string {
      throw new Error('no stack');
    },
    [Symbol.for('nodejs.util.inspect.custom')]: () => {
      throw new Error('no inspection');
    },
  };
  const app = applicationOf({
    '/': () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a view may throw anything
      throw hostile;
    },
  });
  let answer: ProxyResult | undefined;
  const text = await capturedOutput(async () => {
    answer = await createHandler(app)(proxyEvent());
  });
  expect(answer?.statusCode).toBe(500);
  expect(text).toContain('a value that cannot be shown');
});

it('a constructor that throws is an unhandled error of its views, each time', async () => {
  class Broken {
    constructor() {
      throw new Error('no database');
    }
    index(): number {
      return 1;
    }
  }
  const app = new Framework({ appName: 'fixture' });
  app.$(Broken as never, [['index', '/', ['GET'], [], 0]]); // because the class is untyped here
  const handler = createHandler(app);
  await capturedOutput(async () => {
    expect((await handler(proxyEvent())).statusCode).toBe(500);
    expect((await handler(proxyEvent())).statusCode).toBe(500);
  });
});

it('a view is looked up at call time, so that other decorators on it apply', async () => {
  class Views {
    index(): string {
      return 'as written';
    }
  }
  const app = new Framework({ appName: 'fixture' });
  app.$(Views as never, [['index', '/', ['GET'], [], 0]]); // because the class is untyped here
  Views.prototype.index = () => 'as decorated';
  expect((await createHandler(app)(proxyEvent())).body).toBe('"as decorated"');
});

it('binary types count in any case, and when the list is replaced', async () => {
  const app = applicationOf({
    '/': () => new Response(new Uint8Array([1]), 200, { 'Content-Type': 'Image/X-Own' }),
  });
  const handler = createHandler(app);
  const event = proxyEvent({ headers: { Accept: 'image/x-own' } });
  app.api.binaryTypes.push('IMAGE/x-own');
  expect((await handler(event)).isBase64Encoded).toBe(true);
  app.api.binaryTypes = [];
  await capturedOutput(async () => expect((await handler(event)).statusCode).toBe(500));
});

it('CORS headers of a row are on every answer of its route', async () => {
  const cors = { 'Access-Control-Allow-Origin': '*' };
  const app = applicationOf(
    { '/': () => 1, '/bytes': () => new Response(new Uint8Array(1)), '/{x}': (x) => x },
    [0, cors],
  );
  const handler = createHandler(app);
  const events: Partial<ProxyEvent>[] = [
    {},
    { resource: '/bytes' },
    { headers: { 'content-type': 'text/plain' } },
    { resource: '/{x}', path: '/%zz', pathParameters: { x: '%zz' } },
    { httpMethod: 'HEAD' },
  ];
  await capturedOutput(async () => {
    for (const event of events)
      expect((await handler(proxyEvent(event))).headers).toMatchObject(cors);
  });
});

/** Creates a generator of pseudo-random numbers, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

it('no event makes it reject: the answer is always one of the proxy integration', async () => {
  const app = applicationOf({
    '/{x}': (x) => ({ x, ...app.currentRequest.toDict(), json: app.currentRequest.jsonBody }),
    '/': () => [app.currentRequest.queryParams, app.currentRequest.headers['accept']],
  });
  const handler = createHandler(app);
  const random = randomNumbers(42);
  const scraps: unknown[] = [
    undefined, null, true, 0, -1, '', 'GET', '/', '/{x}', '/%zz', '%', '\ud800', [], [null], {},
    { x: '%zz' }, { x: null }, { x: 7 }, { 'content-type': 'application/json' }, { Accept: [1] },
    { accept: null }, { toString: null }, { constructor: ['a'] }, 'a'.repeat(10_000), '{"a":',
  ]; // prettier-ignore
  const pick = (): unknown => scraps[Math.floor(random() * scraps.length)];
  const answers: ProxyResult[] = [];
  await capturedOutput(async () => {
    for (let round = 0; round < 3000; round++) {
      const event: Record<string, unknown> = proxyEvent({
        resource: round % 2 ? '/' : '/{x}',
        path: '/a',
        pathParameters: { x: 'a' },
      });
      for (const key of Object.keys(event)) if (random() < 0.3) event[key] = pick();
      answers.push(await handler(event as never)); // because such an event may occur
    }
  });
  for (const answer of answers) expect(answer).toMatchObject(PROXY_RESULT);
  expect(new Set(answers.map(({ statusCode }) => statusCode)).size).toBeGreaterThan(3);
});

const PROXY_RESULT = {
  statusCode: expect.any(Number) as number,
  headers: expect.objectContaining({ 'Content-Type': expect.any(String) as string }) as object,
  body: expect.any(String) as string,
  isBase64Encoded: expect.any(Boolean) as boolean,
};

it('a row says everything of a view: method, static or not, captures in parameter order', async () => {
  class Views {
    readonly name = 'instance';
    static prefix = 'static';
    static fixed(second: string, first: string): string {
      return `${this.prefix} ${first} ${second}`;
    }
  }
  const row: BoundView = ['fixed', '/{first}/{second}', ['GET'], ['second', 'first'], 1];
  const app = new Framework({ appName: 'fixture' });
  app.$(Views as never, [row]); // because the class is untyped here
  const event = proxyEvent({
    resource: '/{first}/{second}',
    path: '/1/2',
    pathParameters: { first: '1', second: '2' },
  });
  expect((await createHandler(app)(event)).body).toBe('"static 1 2"');
});

const app = new Framework({ appName: 'fixture' });

class Functions {
  count = 0;
  add(event: { readonly by: number }, context: unknown): unknown {
    this.count += event.by;
    return { count: this.count, context };
  }
  static async fail(): Promise<never> {
    await Promise.resolve();
    throw new RangeError('the function failed');
  }
}
app.$(
  Functions as never, // because the class is untyped here
  [],
  [
    ['add', 'adder', 0],
    ['fail', 'fail', 1],
  ],
);
app.$callFunction(['twice', 'twice', 0])((event: number) => event * 2);

it('calls the function with event and context and resolves with its result', async () => {
  const adder = createFunctionHandler('adder', app);
  const context = { awsRequestId: 'request-1' } as never; // because the function only returns it
  expect(await adder({ by: 2 }, context)).toEqual({ count: 2, context });
  expect(await adder({ by: 3 }, context)).toEqual({ count: 5, context });
});

it('calls a function of the call form', async () => {
  expect(await createFunctionHandler('twice', app)(21)).toBe(42);
});

it('rejects with what the function raises, as Lambda expects', async () => {
  await expect(createFunctionHandler('fail', app)({})).rejects.toThrow(RangeError);
});

it('says which function is missing', async () => {
  const handler = createFunctionHandler('nobody', app);
  await expect(handler({})).rejects.toThrowErrorMatchingInlineSnapshot(
    `[Error: No app.lambdaFunction() has the name 'nobody'.]`,
  );
});

// Rows of classes that are passed as JSON, as in a bundle with many views.

/** Creates a class whose views respond with a text. */
function viewsOf(answer: string): ViewClass {
  const views = class {
    view(): string {
      return answer;
    }
  };
  return views as unknown as ViewClass; // because the rows name its only member
}

function rowOf(path: string, ...methods: readonly string[]): string {
  return JSON.stringify(['view', path, methods, [], 0]);
}

async function ask(app: Application, resource: string, httpMethod = 'GET'): Promise<string> {
  const event = { resource, path: resource, httpMethod } as ProxyEvent; // because no view reads the rest
  const { statusCode, body } = await createHandler(app)(event);
  return `${statusCode} ${body}`;
}

const UNROUTED = '403 {"message":"Missing Authentication Token"}';

test('finds views of several classes at one path, also of a class that comes after a request', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')},${rowOf('/a/{b}', 'GET', 'PUT')}]`);
  app.$late(viewsOf('second'), `[${rowOf('/a', 'POST')}]`);
  expect(await ask(app, '/a/{b}', 'PUT')).toBe('200 "first"');
  expect(await ask(app, '/a', 'POST')).toBe('200 "second"');
  expect(await ask(app, '/a')).toBe('200 "first"');
  expect(await ask(app, '/a', 'DELETE')).toBe(UNROUTED);
  expect(await ask(app, '/{b}')).toBe(UNROUTED);
  app.$late(viewsOf('third'), `[${rowOf('/a', 'DELETE')},${rowOf('/c', 'GET')}]`);
  expect(await ask(app, '/a', 'DELETE')).toBe('200 "third"');
  expect(await ask(app, '/c')).toBe('200 "third"');
});

test('reads only rows that name the path of the request', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')}]`);
  app.$late(viewsOf('second'), 'no JSON, because nobody asks for it');
  expect(await ask(app, '/a')).toBe('200 "first"');
});

test('an empty path has no view, before and after rows are read', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')}]`);
  expect(await ask(app, '')).toBe(UNROUTED);
  expect(await ask(app, '')).toBe(UNROUTED);
  expect(await ask(app, '/a')).toBe('200 "first"');
});
