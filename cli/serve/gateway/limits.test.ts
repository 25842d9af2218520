// The limits of the gateway: lengths of requests and events, and the duration of a function.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ask, hostOf } from './gateway-host.fixture.js';
import { createInProcessHost } from './in-process-host.js';
import { manifestOf } from './manifest-of.fixture.js';

describe('limits', () => {
  test('a body of more than 10 MB is refused with 413', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'] });
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect(await ask(host, { method: 'POST', path: '/a', body })).toBe(
      '413 RequestTooLargeException HTTP content length exceeded 10485760 bytes.',
    );
    const { headers } = await host.request({ method: 'POST', path: '/a', body });
    expect(headers['content-type']).toBe('text/plain');
  });

  const EVENT_TOO_LONG = '413 BadRequestException {"message": "Request Too Long"}';

  test('a body that makes an event of more than 6 MB is refused with 413', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'] });
    // The fixture's function responds with its event, which is too long for a response.
    const answerOf = (size: number, headers = {}): Promise<unknown> =>
      ask(host, { method: 'POST', path: '/a', headers, body: Buffer.alloc(size) });
    const sizeOf = (base64: number): number => (base64 / 4) * 3;
    const limit = 6 * 1024 * 1024;
    expect(await answerOf(sizeOf(limit))).toBe(EVENT_TOO_LONG);
    expect(await answerOf(sizeOf(limit - 8000), { 'X-Long': 'x'.repeat(4000) })).toBe(
      EVENT_TOO_LONG,
    );
    expect(await answerOf(sizeOf(limit - 8000))).toMatchObject({ path: '/a' });
  });

  test('the limit counts every byte of the event', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024);
    const sent = { method: 'POST', path: '/a' } as const;
    let event = 0;
    const host = createInProcessHost({
      manifest: manifestOf([{ path: '/a', methods: ['POST'] }]),
      handler: (given) => {
        event = Buffer.byteLength(JSON.stringify(given));
        return { statusCode: 200 };
      },
    });
    // A quote is two bytes of JSON, and a header is in the event twice.
    const padded = (count: number) =>
      host.request({ ...sent, body, headers: { 'X-Pad': '"'.repeat(count) } });
    await padded(0);
    const room = Math.floor((6 * 1024 * 1024 - event) / 4);
    expect((await padded(room)).status).toBe(200);
    expect(event).toBeGreaterThan(6 * 1024 * 1024 - 4);
    expect((await padded(room + 1)).status).toBe(413);
  });

  test('who may not call is told so before the length of a body', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'], apiKeyRequired: true });
    const body = Buffer.alloc(5 * 1024 * 1024);
    expect(await ask(host, { method: 'POST', path: '/a', body })).toMatch(/^403 Forbidden/);
    const headers = { 'X-Api-Key': 'good' };
    expect(await ask(host, { method: 'POST', path: '/a', headers, body })).toBe(EVENT_TOO_LONG);
  });

  describe('of time', () => {
    afterEach(() => {
      vi.useRealTimers();
    });
    const waiting = (timeout?: number): Promise<unknown> => {
      const host = createInProcessHost({
        manifest: manifestOf([{ path: '/' }]),
        handler: () => new Promise(() => undefined),
        ...(timeout !== undefined && { timeout }),
      });
      return ask(host, '/');
    };

    test('a function that Lambda stops is 502', async () => {
      expect(await waiting(20)).toBe(
        '502 InternalServerErrorException {"message": "Internal server error"}',
      );
    });

    test.each([29_000, 60_000, undefined])(
      'a function that may run for %s ms is 504 after 29 s',
      async (timeout) => {
        vi.useFakeTimers();
        const answer = waiting(timeout);
        await vi.advanceTimersByTimeAsync(29_000);
        expect(await answer).toBe(
          '504 InternalServerErrorException {"message": "Endpoint request timed out"}',
        );
      },
    );
  });

  test.each([
    () => {
      throw new Error('secret');
    },
    () => Promise.reject(new Error('secret')),
  ])('a function that fails is 502 and tells nothing', async (handler) => {
    const host = createInProcessHost({ manifest: manifestOf([{ path: '/' }]), handler });
    expect(await ask(host, '/')).toBe(
      '502 InternalServerErrorException {"message": "Internal server error"}',
    );
  });
});
