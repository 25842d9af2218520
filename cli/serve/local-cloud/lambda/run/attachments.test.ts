// Functions that another process runs: it attaches them, receives their invocations and sends the results.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  untilReady,
  zipOf,
} from '../../clients.fixture.js';
import { startTestCloud } from '../../start-test-cloud.fixture.js';
import type { TestCloud } from '../../test-cloud.fixture.js';
import { createCredentialBook } from '../../server/caller.js';
import type { CloudFunction, FunctionBook } from '../function-book.js';
import {
  ATTACHED_CODE,
  type Attachments,
  type AttachedLine,
  createAttachments,
} from './attachments.js';
import type { FunctionRun } from './execution-environment.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud({ own: { token: 'secret', answer: () => undefined } });
  clients = createClients(cloud);
  const role = await createReadyRole(clients);
  await createReadyFunction(clients, {
    FunctionName: 'mail',
    files: { 'index.mjs': '' },
    Role: role,
  });
  await clients.lambda.updateFunctionCode({ FunctionName: 'mail', ZipFile: ATTACHED_CODE.zip });
  await untilReady(clients.lambda, 'mail');
});
afterEach(() => cloud.close());

type Attached = {
  readonly next: () => Promise<AttachedLine | undefined>;
  readonly end: () => void;
};

const POST = { method: 'POST', headers: { Authorization: 'Bearer secret' } };

async function attach(more: object = {}): Promise<Attached> {
  const stop = new AbortController();
  const answer = await fetch(`${cloud.url}/_framework/attach`, {
    ...POST,
    body: JSON.stringify({ region: 'us-east-1', functions: ['mail'], isTaking: true, ...more }),
    signal: stop.signal,
  });
  if (!answer.body) throw new Error('There is no connection');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    next: async () => {
      while (!text.includes('\n')) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const [line = '', ...rest] = text.split('\n');
      text = rest.join('\n');
      return JSON.parse(line) as AttachedLine; // because the cloud writes such lines
    },
    end: () => stop.abort(),
  };
}

function answer(line: AttachedLine | undefined, value: unknown): Promise<Response> {
  const id = line?.kind === 'invocation' ? line.id : '';
  const body = JSON.stringify({ kind: 'returned', payload: JSON.stringify(value) });
  return fetch(`${cloud.url}/_framework/result?id=${id}`, { ...POST, body });
}

async function invoke(): Promise<readonly [error: string | undefined, value: unknown]> {
  const { FunctionError, Payload } = await clients.lambda.invoke({
    FunctionName: 'mail',
    Payload: '{"to":"a"}',
  });
  return [FunctionError, JSON.parse(Payload?.transformToString() ?? 'null')];
}

const OWNER = {
  arn: 'arn:aws:lambda:us-east-1:123456789012:function:mail',
  name: 'mail',
  latest: {
    code: ATTACHED_CODE,
    settings: { role: 'arn:aws:iam::123456789012:role/mail', timeout: 3, environment: {} },
  },
} as unknown as CloudFunction; // because nothing else is read

type Apart = {
  readonly attachments: Attachments;
  readonly attachTo: (more: object) => { readonly key: string; readonly end: () => void };
  readonly isAccepted: (key: string) => boolean;
};

/** Creates attachments without a cloud, for manually advanced clocks. */
function createApart(): Apart {
  const credentials = createCredentialBook();
  const book = { region: 'us-east-1', functions: new Map([['mail', OWNER]]) };
  const attachments = createAttachments({
    functionsIn: () => book as unknown as FunctionBook, // because nothing else is read
    credentials,
    cloudUrl: () => 'http://127.0.0.1',
  });
  return {
    attachments,
    isAccepted: (key) => credentials.sessionOf(key) !== undefined,
    attachTo: (more) => {
      const lines: string[] = [];
      const response = Object.assign(new EventEmitter(), {
        writableEnded: false,
        writeHead: () => undefined,
        write: (line: string) => lines.push(line),
        end: () => {
          response.writableEnded = true;
          response.emit('close');
        },
      });
      const asked = { region: 'us-east-1', functions: ['mail'], isTaking: true, ...more };
      attachments.attach(JSON.stringify(asked), response as unknown as ServerResponse); // because nothing else is called
      const [, key = ''] = /"AWS_ACCESS_KEY_ID":"(\w+)"/.exec(lines.join('')) ?? [];
      return { key, end: () => response.emit('close') };
    },
  };
}

test('the process that attached a function gets its invocations and the rights of its role', async () => {
  const { next } = await attach();
  const first = await next();
  expect(first).toMatchObject({
    kind: 'attached',
    environments: { mail: { AWS_ENDPOINT_URL: cloud.url, AWS_REGION: 'us-east-1' } },
  });
  const invoked = invoke();
  const line = await next();
  expect(line).toMatchObject({ kind: 'invocation', name: 'mail', event: { to: 'a' } });
  expect((await answer(line, { sent: true })).status).toBe(204);
  expect(await invoked).toEqual([undefined, { sent: true }]);
  expect((await answer(line, { sent: true })).status).toBe(410);

  const keys = first?.kind === 'attached' ? first.environments['mail'] : undefined;
  const own = createClients(cloud, keys?.['AWS_ACCESS_KEY_ID']);
  const denied = own.lambda.putFunctionConcurrency({
    FunctionName: 'mail',
    ReservedConcurrentExecutions: 1,
  });
  await expect(denied).rejects.toThrow('is not authorized to perform');
  expect(await next()).toMatchObject({
    kind: 'denied',
    name: 'mail',
    text: expect.stringContaining('lambda:PutFunctionConcurrency') as unknown,
  });
});

test('an invocation fails when the process ends, and the next ones say that none is attached', async () => {
  const { next, end } = await attach();
  await next();
  const invoked = invoke();
  await next();
  end();
  expect(await invoked).toMatchObject(['Unhandled', { errorType: 'Runtime.ExitError' }]);
  expect(await invoke()).toMatchObject([
    'Unhandled',
    { errorMessage: expect.stringContaining('framework local --cloud') as unknown },
  ]);
});

test('a second process replaces the first, which still ends what it runs', async () => {
  const first = await attach();
  await first.next();
  const invoked = invoke();
  const line = await first.next();
  const second = await attach();
  await second.next();
  expect(await first.next()).toEqual({ kind: 'replaced' });
  await answer(line, 1);
  expect(await invoked).toEqual([undefined, 1]);
  expect(await first.next()).toBeUndefined();
  const onlooker = await attach({ isTaking: false });
  expect(await onlooker.next()).toMatchObject({ kind: 'attached' });
  const again = invoke();
  await answer(await second.next(), 2);
  expect(await again).toEqual([undefined, 2]);
  second.end();
  expect(await onlooker.next()).toEqual({ kind: 'free' });
});

test('the end of a process that was replaced fails what it runs, also when it has attached again', async () => {
  for (const isAgain of [false, true]) {
    const first = await attach({ process: 'first' });
    await first.next();
    const invoked = invoke();
    await first.next();
    const second = await attach({ process: 'second' });
    expect(await first.next()).toEqual({ kind: 'replaced' });
    const onlooker = isAgain && (await attach({ process: 'first', isTaking: false }));
    if (onlooker) {
      expect(await first.next()).toBeUndefined();
      onlooker.end();
    } else first.end();
    expect(await invoked).toMatchObject(['Unhandled', { errorType: 'Runtime.ExitError' }]);
    second.end();
  }
});

test('an invocation without a result ends after its time-out', async () => {
  for (const [isInspected, milliseconds] of [
    [false, 63_000],
    [true, 900_000],
  ] as const) {
    const { attachments, attachTo } = createApart();
    attachTo({ isInspected });
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let ended: string | undefined;
    const run = { owner: OWNER, payload: '{}' } as unknown as FunctionRun; // because nothing else is read
    void attachments.run(run)?.then(({ payload }) => (ended = payload));
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toContain('has not sent the result');
    vi.useRealTimers();
  }
});

test('a process keeps its session when it attaches again, and loses it some time after its end', () => {
  const { attachTo, isAccepted } = createApart();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const first = attachTo({ process: 'first' });
  const other = attachTo({ process: 'other' });
  const again = attachTo({ process: 'first', isTaking: false });
  expect(again.key).toBe(first.key);
  expect(other.key).not.toBe(first.key);
  first.end();
  vi.advanceTimersByTime(900_000);
  expect([first, other].map(({ key }) => isAccepted(key))).toEqual([true, true]);
  again.end();
  expect(isAccepted(first.key)).toBe(true);
  vi.advanceTimersByTime(900_000);
  expect([first, other].map(({ key }) => isAccepted(key))).toEqual([false, true]);
});

test('code that is deployed runs in the cloud, and functions that are not there are refused', async () => {
  const files = { 'index.mjs': 'export const handler = async () => 3;' };
  await clients.lambda.updateFunctionCode({ FunctionName: 'mail', ZipFile: zipOf(files) });
  expect(await invoke()).toEqual([undefined, 3]);
  const body = JSON.stringify({ region: 'us-east-1', functions: ['nobody'], isTaking: true });
  const refused = await fetch(`${cloud.url}/_framework/attach`, { ...POST, body });
  expect(refused.status).toBe(400);
  const foreign = await fetch(`${cloud.url}/_framework/attach`, { method: 'POST', body });
  expect(foreign.status).toBe(401);
});
