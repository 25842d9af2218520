// Views that stream (docs/decisions/streaming.md); the host returns the complete response.
import { type ConformanceSection, given, posted } from '../case.js';

const app = 'stream-app';
const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';

export const STREAMS: ConformanceSection = {
  section: 'streams',
  cases: [
    given(
      'a generator of events sends text/event-stream that nobody caches, with CORS',
      '/tokens/free',
      {
        headers: {
          'content-type': EVENTS,
          'cache-control': 'no-cache',
          'access-control-allow-origin': '*',
        },
        text: 'event: token\nid: 1\nretry: 10\ndata: {"token":"hello"}\n\ndata: {"token":"free"}\n\n',
      },
    ),
    given('an error before the first chunk is an ordinary answer', '/tokens/missing', {
      status: 404,
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
      json: { Code: 'NotFoundError', Message: 'no such model' },
    }),
    given('an empty stream sends its head', '/tokens/none', {
      headers: { 'content-type': EVENTS },
      text: '',
    }),
    given(
      'HEAD of a stream gives its head',
      { method: 'HEAD', path: '/tokens/free' },
      { headers: { 'content-type': EVENTS }, text: '' },
    ),
    given('a text is sent by its lines, a comment before it', '/lines', {
      text: ': ready\n\ndata: one\ndata: two\ndata: three\n\n',
    }),
    given('items that are no events, texts or bytes are a JSON text a line', '/rows', {
      headers: { 'content-type': LINES },
      text: '{"id":1}\n"two"\nnull\n',
    }),
    given(
      'a middleware sets headers of a stream and wraps its items, each with its own request',
      '/text?name=Ada',
      {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-framed': 'GET' },
        text: '[Ada GET Ada /text]',
      },
    ),
    given('a middleware answers in the place of a stream', '/text?refused=yes', {
      status: 403,
      text: 'refused',
    }),
    given('a stream of Node.js is bytes', '/node', {
      headers: { 'content-type': 'application/octet-stream' },
      bytes: [1, 2, 3],
    }),
    given('a stream in a Response has its status and headers, whatever is binary', '/web', {
      status: 206,
      headers: { 'content-type': 'video/mp4', 'x-part': ['a', 'b'] },
      bytes: [0, 255],
    }),
    given('with `streams`, a stream is sent as its first item says', '/either/stream', {
      headers: { 'content-type': LINES },
      text: '{"id":1}\n"two"\nnull\n',
    }),
    given('with `streams`, an ordinary value is an ordinary answer', '/either/plain', {
      headers: { 'content-type': 'application/json' },
      json: { how: 'plain' },
    }),
    given(
      'a request of another media type is refused before a stream begins',
      { path: '/rows', headers: { 'content-type': 'text/plain' } },
      { status: 415, json: { message: 'Unsupported Media Type: text/plain' } },
    ),
    given('a view of a blueprint streams', '/part/7/parts', {
      headers: { 'content-type': EVENTS },
      text: 'data: 7\n\n',
    }),
    given('a route beside streams answers at once', '/plain', { json: { plain: true } }),
  ].map((one) => ({ ...one, app })),
};

/** Input is checked by code that only a build generates. */
export const STREAM_INPUT: ConformanceSection = {
  section: 'streams with input',
  cases: [
    given(
      'input of a streaming view is checked',
      posted('/counted', 'application/json', '{"count":2}'),
      { headers: { 'content-type': LINES }, text: '{"n":0}\n{"n":1}\n' },
    ),
    given(
      'bad input of a streaming view is an ordinary answer',
      posted('/counted', 'application/json', '{"count":"2"}'),
      { status: 400, headers: { 'content-type': 'application/json' } },
    ),
  ].map((one) => ({ ...one, app: 'input-app' })),
};
