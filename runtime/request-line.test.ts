// The line that a request adds to the log of Lambda.
import fs from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { proxyEvent } from '../test/support/proxy-events.js';
import { Framework } from './framework.js';
import { createHandler, logRequest } from './handler.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Captures what is written to standard output, by its file descriptor. */
function writtenLines(): string[] {
  const lines: string[] = [];
  vi.spyOn(fs, 'writeSync').mockImplementation((descriptor: number, text: unknown) => {
    expect(descriptor).toBe(1);
    return lines.push(String(text));
  });
  return lines;
}

function handlerOfCities() {
  const app = new Framework({ appName: 'fixture' });
  app.$call(['view', '/cities/{city}', ['GET'], ['city'], 0])(() => 'found'); // because the rest of the row is not needed
  return createHandler(app);
}

const event = proxyEvent({
  resource: '/cities/{city}',
  path: '/cities/oslo\n',
  pathParameters: { city: 'oslo' },
});
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('in Lambda a request leaves one line after its answer was handed over', async () => {
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
  const lines = writtenLines();
  const handler = handlerOfCities();
  await handler(event);
  expect(lines).toEqual([]);
  await nextTurn();
  await handler(proxyEvent({ resource: '/towns', path: '/towns' }));
  await nextTurn();
  expect(lines).toEqual([
    'framework {"route":"GET /cities/{city}","path":"/cities/oslo\\n","status":200}\n',
    'framework {"route":"GET /towns","path":"/towns","status":403}\n',
  ]);
});

it('an event that is no request leaves none', async () => {
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
  const lines = writtenLines();
  await handlerOfCities()({} as never); // because Lambda passes whatever it receives
  await nextTurn();
  expect(lines).toEqual([]);
});

it('a log that cannot be written to does not end the function', async () => {
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw new Error('EAGAIN');
  });
  await handlerOfCities()(event);
  await nextTurn();
  expect(write).toHaveBeenCalledOnce();
});

it('an answer that fails ends nothing', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const answer = Promise.reject(new Error('no answer'));
  logRequest(event, answer);
  await expect(answer).rejects.toThrow('no answer');
  await nextTurn();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('outside Lambda there is none', async () => {
  const lines = writtenLines();
  await handlerOfCities()(event);
  await nextTurn();
  expect(lines).toEqual([]);
});
