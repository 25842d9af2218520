// Unexpected values that a view may return or throw: every request gets a response, and the handler never rejects.
import { describe, expect, it } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { proxyEvent } from '../test/support/proxy-events.js';
import { applicationOf } from './application-of.fixture.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { FrameworkViewError, NotFoundError } from './errors.js';
import { createHandler } from './handler.js';
import { Response } from './response.js';

type Answered = { readonly answer: ProxyResult; readonly log: string };

async function answerOf(view: () => unknown): Promise<Answered> {
  const handler = createHandler(applicationOf({ '/': view }));
  const answers: ProxyResult[] = [];
  const log = await capturedOutput(async () => {
    answers.push(await handler(proxyEvent({ resource: '/', path: '/' })));
  });
  const [answer] = answers;
  if (!answer) throw new Error('there is no answer');
  return { answer, log };
}

const raising = (error: unknown) => () => {
  throw error;
};

const UNHANDLED = {
  statusCode: 500,
  headers: { 'Content-Type': 'application/json' },
  body: '{"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred."}',
  isBase64Encoded: false,
};

describe('data that looks like a Response', () => {
  it.each([
    ['{"$draft":1}'],
    ['{"$frameworkDraft":1}'],
    ['{"$frameworkDraft":{"call":1}}'],
    ['{"body":"x","statusCode":418,"headers":{}}'],
    ['[{"$frameworkDraft":true}]'],
    ['{"__proto__":{"$frameworkDraft":1},"constructor":{"name":"Response"}}'],
  ])('%s is answered as it is', async (text) => {
    const { answer } = await answerOf(() => JSON.parse(text) as unknown);
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
  });

  it('a class of the user with a method draft is data too', async () => {
    class Letter {
      readonly text = 'dear';
      draft(): string {
        return 'not an answer';
      }
    }
    expect((await answerOf(() => new Letter())).answer.body).toBe('{"text":"dear"}');
  });

  it('a subclass of Response is a Response', async () => {
    class Created extends Response {
      constructor(value: object) {
        super(value, 201);
      }
    }
    expect((await answerOf(() => new Created({ id: 1 }))).answer).toMatchObject({
      statusCode: 201,
      body: '{"id":1}',
    });
  });
});

describe('an error whose message is no text', () => {
  const messages: readonly (readonly [string, unknown, string | undefined])[] = [
    ['a bigint', 10n, '10'],
    ['a number', 7, '7'],
    ['an object', { a: 1 }, '[object Object]'],
    ['a symbol', Symbol('no'), 'Symbol(no)'],
    ['an object without a text form', Object.create(null), undefined],
    ['a proxy that throws', throwingProxy({}), undefined],
  ];
  it.each(messages)('is answered: %s', async (_, message, text) => {
    const error = Object.defineProperty(new NotFoundError(), 'message', { value: message });
    const { answer } = await answerOf(raising(error));
    if (text === undefined) expect(answer).toEqual(UNHANDLED);
    else {
      expect(answer.statusCode).toBe(404);
      expect(JSON.parse(answer.body)).toEqual({ Code: 'NotFoundError', Message: text });
    }
  });
});

describe('what throws when it is looked at', () => {
  const values: readonly (readonly [string, unknown])[] = [
    ['an object', throwingProxy({})],
    ['a function', throwingProxy(() => 1)],
    ['an error', throwingProxy(new NotFoundError('x'))],
    ['a Response', throwingProxy(new Response('x'))],
    ['a revoked proxy', revokedProxy()],
    ['a toJSON', { toJSON: raising(new Error('no JSON')) }],
    ['a then', Object.defineProperty({}, 'then', { get: raising(new Error('no then')) })],
    ['a stack', Object.defineProperty(new Error('x'), 'stack', { get: raising('no stack') })],
  ];
  it.each(values)('is an unhandled error when it is returned: %s', async (_, value) => {
    expect((await answerOf(() => value)).answer).toEqual(UNHANDLED);
  });
  it.each(values)('is an unhandled error when it is raised: %s', async (_, value) => {
    expect((await answerOf(raising(value))).answer).toEqual(UNHANDLED);
  });
});

describe('a status code', () => {
  it.each<unknown>([99, 600, 0, -1, 404.5, NaN, Infinity, '404', null, undefined, 10n, {}, [404]])(
    'of %o is an unhandled error, and the log says so',
    async (statusCode) => {
      const StrangeError = class StrangeError extends FrameworkViewError {};
      Object.defineProperty(StrangeError, 'statusCode', { value: statusCode });
      const raised = await answerOf(raising(new StrangeError('x')));
      expect(raised.answer).toEqual(UNHANDLED);
      expect(raised.log).toContain('is not a status code from 200 to 599.');

      const response = Object.assign(new Response('x'), { statusCode });
      const returned = await answerOf(() => response);
      expect(returned.answer).toEqual(UNHANDLED);
      expect(returned.log).toContain('is not a status code from 200 to 599.');
    },
  );

  it('that throws when it is read is an unhandled error', async () => {
    class StrangeError extends FrameworkViewError {}
    Object.defineProperty(StrangeError, 'statusCode', { get: raising(new Error('no status')) });
    expect((await answerOf(raising(new StrangeError('x')))).answer).toEqual(UNHANDLED);
  });

  it.each([200, 418, 599])('of %d is the answer', async (statusCode) => {
    class OwnError extends FrameworkViewError {
      static override readonly statusCode: number = statusCode;
    }
    expect((await answerOf(raising(new OwnError('x')))).answer.statusCode).toBe(statusCode);
  });
});

function throwingProxy(target: object): object {
  const trap = (): never => {
    throw new Error('touched');
  };
  return new Proxy(target, {
    get: trap,
    has: trap,
    getPrototypeOf: trap,
    ownKeys: trap,
    getOwnPropertyDescriptor: trap,
    apply: trap,
  });
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
