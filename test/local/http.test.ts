// Unusual input on a socket: `framework local` responds or closes the connection, and continues.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstAnswer, send, sendRaw } from './support/client.js';
import { serveFiles, type ServedProject } from './support/served-project.js';

const APP = `
import { Framework, Response } from 'framework';
export const app = new Framework({ appName: 'sockets' });
export const index = app.route('/')(() => ({ hello: 'world' }));
export const echo = app.route('/echo', { methods: ['POST', 'PUT'], contentTypes: ['text/plain'] })(() => {
  const { rawBody, headers, method } = app.currentRequest;
  return { method, size: rawBody.length, text: Buffer.from(rawBody).toString().slice(0, 20), host: headers.host };
});
export const item = app.route('/items/{name}')(async (name: string) => {
  await new Promise((resolve) => setTimeout(resolve, (Number(name) * 7) % 20));
  return { name, query: app.currentRequest.queryParams };
});
export const large = app.route('/large')(() => 'x'.repeat(7 * 1024 * 1024));
export const none = app.route('/none')(() => new Response('', 204));
export const slow = app.route('/slow')(async () => {
  await new Promise((resolve) => setTimeout(resolve, 150));
  return 'done';
});
let release = () => {};
export const held = app.route('/held')(async () => {
  console.log('held has begun');
  await new Promise<void>((resolve) => (release = resolve));
});
export const released = app.route('/release')(() => release());
`;
let served: ServedProject;
beforeAll(async () => {
  served = await serveFiles({ 'app.ts': APP }, { args: ['--no-reload'] });
});
afterAll(() => served.stop());

const raw = async (...chunks: (string | Uint8Array)[]) => sendRaw(served.port, chunks);
const answerTo = async (...chunks: (string | Uint8Array)[]) => firstAnswer(await raw(...chunks));

const HELLO = '200 {"hello":"world"}';
const UNDEFINED = '403 {"message":"Missing Authentication Token"}';
const BAD = '400 {"message":"Bad Request"}';

/** Returns a request without a body, or with the beginning of one. */
const asking = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

test.each<[string, string, string]>([
  ['a plain request', asking('GET /'), HELLO],
  ['HTTP/1.0 without Host', 'GET / HTTP/1.0\r\n\r\n', HELLO],
  ['the absolute form of a target', asking('GET http://a.example/'), HELLO],
  ['the absolute form without a path', asking('GET http://a.example'), HELLO],
  ['the absolute form with only a query', asking('GET http://a.example?x=1'), HELLO],
  ['a trailing slash', asking('GET /items/x/'), '200 {"name":"x","query":null}'],
  ['an encoded slash', asking('GET /items/a%2Fb'), '200 {"name":"a/b","query":null}'],
  ['an upgrade request', asking('GET /', ['Connection: Upgrade', 'Upgrade: websocket']), HELLO],
  ['OPTIONS *', asking('OPTIONS *'), UNDEFINED],
  ['a double slash', asking('GET //items/x'), UNDEFINED],
  ['a method of WebDAV', asking('PROPFIND /'), UNDEFINED],
  ['TRACE', asking('TRACE /'), UNDEFINED],
  ['a method that is none', asking('FROBNICATE /'), BAD],
  ['CONNECT', asking('CONNECT a.example:443'), BAD],
  ['no HTTP at all', '\x16\x03\x01\x00\xa5 client hello\r\n\r\n', BAD],
  ['a broken header', asking('GET /', ['bro ken: 1']), BAD],
  ['a header folded over lines', asking('GET /', ['A: 1', ' 2']), BAD],
  ['two lengths', asking('POST /echo', ['Content-Length: 1', 'Content-Length: 2'], 'ab'), BAD],
  [
    'length and chunks',
    asking('POST /echo', ['Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    BAD,
  ],
  ['a negative length', asking('POST /echo', ['Content-Length: -1']), BAD],
  ['a broken escape in the query', asking('GET /?a=%zz'), '400 {"message": "Bad Request"}'],
])('%s', async (_, request, expected) => {
  expect(await answerTo(request)).toBe(expected);
});

test('a Host that is not this machine is refused, and the terminal says which', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\nHost: evil.example:8000\r\n\r\n')).toBe(
    '403 {"message":"framework local accepts requests only for localhost and the name in --host"}',
  );
  await served.printed(/GET \/ 403.*the Host header names "evil\.example:8000"/s);
  expect(await answerTo('GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n')).toBe(HELLO);
});

test('HTTP/1.1 without Host is a bad request', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\n\r\n')).toMatch(/^400 /);
});

test('a broken escape in a capture is a bad request', async () => {
  expect(await answerTo(asking('GET /items/%zz'))).toMatch(/^400 /);
});

test('headers of more than 16 KB are 431', async () => {
  const answer = await answerTo(asking('GET /', [`A: ${'x'.repeat(20_000)}`]));
  expect(answer).toBe('431 {"message":"Request Header Fields Too Large"}');
  await served.printed(/A request gets a 431 response: the headers are larger than 16 KB\./);
});

describe('bodies', () => {
  const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n';
  const TOO_LONG = '413 HTTP content length exceeded 10485760 bytes.';

  test('in chunks', async () => {
    const request = [
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      '3\r\nabc\r\n',
      '2\r\nde\r\n0\r\n\r\n',
    ];
    expect(await answerTo(...request)).toBe(
      '200 {"method":"POST","size":5,"text":"abcde","host":"localhost"}',
    );
  });

  test('after 100 Continue', async () => {
    const received = await raw(`${head}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`, 'ab');
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });

  test('another expectation is 417', async () => {
    expect(await raw(`${head}Content-Length: 2\r\nExpect: wonders\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 417 /,
    );
  });

  test('of more than 10 MB are 413 before they are sent', async () => {
    const limit = 10 * 1024 * 1024;
    expect(await answerTo(`${head}Content-Length: ${limit + 1}\r\n\r\n`)).toBe(TOO_LONG);
    expect(
      await answerTo(`${head}Content-Length: ${limit + 1}\r\nExpect: 100-continue\r\n\r\n`),
    ).toBe(TOO_LONG);
  });

  test('of 4.5 MB are taken; what the function cannot take is 413, and its line says why', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const post = async (size: number): Promise<string> => {
      const body = Buffer.alloc(size, 'x');
      const answer = await send(served.port, { method: 'POST', path: '/echo', headers, body });
      return `${answer.status} ${answer.text}`;
    };
    expect(await post(Math.floor(4.49 * 1024 * 1024))).toMatch(/^200 /);
    const from = served.output().length;
    for (const megabytes of [4.5, 10]) {
      expect(await post(megabytes * 1024 * 1024)).toBe('413 {"message": "Request Too Long"}');
    }
    await served.printed(/POST \/echo 413 .*\n  the event would be larger than the 6 MB/, from);
  });

  test('in endless chunks are cut off at 10 MB', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const received = await raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 12 }, () => chunk),
    );
    expect(firstAnswer(received)).toBe(TOO_LONG);
    expect(received).toMatch(/Connection: close/i);
  });
});

test('requests that come at once on one connection are answered in order', async () => {
  const get = (path: string) => asking(`GET ${path}`);
  const requests = [get('/slow') + get('/') + get('/nowhere')];
  const received = await sendRaw(served.port, requests, { answers: 3 });
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '200',
    '403',
  ]);
  expect(received.indexOf('"done"')).toBeLessThan(received.indexOf('"hello"'));
});

test('requests that come at once on many connections are each answered with what is theirs', async () => {
  const names = Array.from({ length: 200 }, (_, index) => String(index));
  const answers = await Promise.all(
    names.map((name) => send(served.port, { path: `/items/${name}?of=${name}` })),
  );
  expect(answers.map(({ text }) => text)).toEqual(
    names.map((name) => JSON.stringify({ name, query: { of: name } })),
  );
});

test('a response of more than 6 MB is 502', async () => {
  const { status, text } = await send(served.port, { path: '/large' });
  expect(`${status} ${text}`).toBe('502 {"message": "Internal server error"}');
  await served.printed(/GET \/large 502/);
  expect(served.output()).toContain(
    'The result of the function is not a response: it is larger than 6291556 bytes.',
  );
});

test('an answer without content has no body and no length', async () => {
  const request = asking('GET /none', ['Connection: close']);
  // Until the connection ends, because a body would follow the headers.
  const received = await sendRaw(served.port, [request], { answers: Infinity });
  expect(received).toMatch(/^HTTP\/1\.1 204 [^]*\r\n\r\n$/);
});

test('a client that goes away hurts nobody', async () => {
  for (const text of [
    asking('GET /held'),
    asking('POST /echo', ['Content-Length: 9'], 'ab'),
    'GET /it',
  ]) {
    const from = served.output().length;
    const socket = connect(served.port, '127.0.0.1');
    await new Promise((resolve) => socket.write(text, resolve));
    if (text.includes('/held')) await served.printed(/held has begun/, from);
    else await new Promise((resolve) => setTimeout(resolve, 30));
    socket.resetAndDestroy();
  }
  expect((await send(served.port, { path: '/slow' })).text).toBe('"done"');
  // Its response is created when no client waits for it any longer.
  await send(served.port, { path: '/release' });
  await served.printed(/GET \/held client left/);
});

test('a client that sends one byte at a time is served', async () => {
  const socket = connect(served.port, '127.0.0.1');
  const received = new Promise<string>((resolve) => {
    socket.once('data', (data) => {
      resolve(data.toString());
    });
  });
  for (const byte of asking('GET /')) {
    socket.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(firstAnswer(await received)).toBe(HELLO);
  socket.destroy();
});

test('both addresses of localhost are served', async () => {
  const answers = await Promise.all(
    ['127.0.0.1', '[::1]', 'localhost'].map((host) =>
      fetch(`http://${host}:${served.port}/`).then((a) => a.status),
    ),
  );
  expect(answers).toEqual([200, 200, 200]);
});

test('after all this the same application still answers, and nothing was printed as a crash', async () => {
  expect((await send(served.port, { path: '/' })).text).toBe('{"hello":"world"}');
  expect(served.output()).not.toMatch(/is restarted|bug|at .*\.js:\d+/);
});
