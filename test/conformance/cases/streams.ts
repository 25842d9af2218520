// Views that stream (docs/decisions/streaming.md); the host returns the complete response.
import type { ConformanceSection } from '../case.js';

const app = 'stream-app';
const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';

export const STREAMS: ConformanceSection = {
  section: 'streams',
  cases: [
    {
      app,
      title: 'a generator of events sends text/event-stream that nobody caches, with CORS',
      request: { path: '/tokens/free' },
      answer: {
        headers: {
          'content-type': EVENTS,
          'cache-control': 'no-cache',
          'access-control-allow-origin': '*',
        },
        text: 'event: token\nid: 1\nretry: 10\ndata: {"token":"hello"}\n\ndata: {"token":"free"}\n\n',
      },
    },
    {
      app,
      title: 'an error before the first chunk is an ordinary answer',
      request: { path: '/tokens/missing' },
      answer: {
        status: 404,
        headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
        json: { Code: 'NotFoundError', Message: 'no such model' },
      },
    },
    {
      app,
      title: 'an empty stream sends its head',
      request: { path: '/tokens/none' },
      answer: { headers: { 'content-type': EVENTS }, text: '' },
    },
    {
      app,
      title: 'HEAD of a stream gives its head',
      request: { method: 'HEAD', path: '/tokens/free' },
      answer: { headers: { 'content-type': EVENTS }, text: '' },
    },
    {
      app,
      title: 'a text is sent by its lines, a comment before it',
      request: { path: '/lines' },
      answer: { text: ': ready\n\ndata: one\ndata: two\ndata: three\n\n' },
    },
    {
      app,
      title: 'items that are no events, texts or bytes are a JSON text a line',
      request: { path: '/rows' },
      answer: { headers: { 'content-type': LINES }, text: '{"id":1}\n"two"\nnull\n' },
    },
    {
      app,
      title: 'a middleware sets headers of a stream and wraps its items, each with its own request',
      request: { path: '/text?name=Ada' },
      answer: {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-framed': 'GET' },
        text: '[Ada GET Ada /text]',
      },
    },
    {
      app,
      title: 'a middleware answers in the place of a stream',
      request: { path: '/text?refused=yes' },
      answer: { status: 403, text: 'refused' },
    },
    {
      app,
      title: 'a stream of Node.js is bytes',
      request: { path: '/node' },
      answer: { headers: { 'content-type': 'application/octet-stream' }, bytes: [1, 2, 3] },
    },
    {
      app,
      title: 'a stream in a Response has its status and headers, whatever is binary',
      request: { path: '/web' },
      answer: {
        status: 206,
        headers: { 'content-type': 'video/mp4', 'x-part': ['a', 'b'] },
        bytes: [0, 255],
      },
    },
    {
      app,
      title: 'with `streams`, a stream is sent as its first item says',
      request: { path: '/either/stream' },
      answer: { headers: { 'content-type': LINES }, text: '{"id":1}\n"two"\nnull\n' },
    },
    {
      app,
      title: 'with `streams`, an ordinary value is an ordinary answer',
      request: { path: '/either/plain' },
      answer: { headers: { 'content-type': 'application/json' }, json: { how: 'plain' } },
    },
    {
      app,
      title: 'a request of another media type is refused before a stream begins',
      request: { path: '/rows', headers: { 'content-type': 'text/plain' } },
      answer: { status: 415, json: { message: 'Unsupported Media Type: text/plain' } },
    },
    {
      app,
      title: 'a view of a blueprint streams',
      request: { path: '/part/7/parts' },
      answer: { headers: { 'content-type': EVENTS }, text: 'data: 7\n\n' },
    },
    {
      app,
      title: 'a route beside streams answers at once',
      request: { path: '/plain' },
      answer: { json: { plain: true } },
    },
  ],
};

/** Input is checked by code that only a build generates. */
export const STREAM_INPUT: ConformanceSection = {
  section: 'streams with input',
  cases: [
    {
      app: 'input-app',
      title: 'input of a streaming view is checked',
      request: {
        method: 'POST',
        path: '/counted',
        headers: { 'content-type': 'application/json' },
        body: '{"count":2}',
      },
      answer: { headers: { 'content-type': LINES }, text: '{"n":0}\n{"n":1}\n' },
    },
    {
      app: 'input-app',
      title: 'bad input of a streaming view is an ordinary answer',
      request: {
        method: 'POST',
        path: '/counted',
        headers: { 'content-type': 'application/json' },
        body: '{"count":"2"}',
      },
      answer: { status: 400, headers: { 'content-type': 'application/json' } },
    },
  ],
};
