// Past requests: how many the page stores, and the draft that sends one again.
import { expect, test } from 'vitest';
import type { ExplorerDocument, ExplorerRoute, ShownRequest } from '../explorer-document.js';
import { EMPTY_AUTHORIZATION } from './authorization.js';
import { EMPTY_DRAFT } from './draft.js';
import { boundedRequests, draftOfRequest, withKeptContents } from './reopened.js';
import { formOf } from './request-of-draft.js';

const route: ExplorerRoute = {
  id: 'PUT /notes/{id}',
  method: 'PUT',
  path: '/notes/{id}',
  group: 'notes',
  view: 'put',
  isDeprecated: false,
  captures: [{ name: 'id', isRequired: true, schema: {} }],
  query: [{ name: 'tag', isRequired: false, schema: { type: 'array' } }],
  headers: [
    { name: 'if-match', isRequired: false, schema: {} },
    { name: 'authorization', isRequired: false, schema: {} },
  ],
  body: { contentTypes: ['application/json', 'text/plain'], isRequired: true },
  answers: [],
  access: { kind: 'open' },
  isKeyRequired: false,
  security: [[], ['sid', 'lang', 'user']],
  at: { file: 'app.ts', line: 1, column: 1 },
};

function past(number: number, text = ''): ShownRequest {
  return {
    number,
    time: 0,
    method: 'PUT',
    target: '/notes/a%20b?tag=x&tag=y&more=1&key=***',
    status: 200,
    milliseconds: 1,
    captures: { id: 'a b' },
    contents: {
      headers: [
        ['host', 'localhost'],
        ['authorization', '***'],
        ['cookie', '***'],
        ['X-Tenant', 'acme'],
        ['if-match', 'v1'],
        ['content-type', 'text/plain; charset=utf-8'],
        ['X-Trace', '7'],
      ],
      body: { text },
      isBodyLost: false,
      answer: {
        status: 200,
        phrase: 'OK',
        milliseconds: 1,
        headers: [],
        body: { text: '' },
        size: 0,
        log: '',
      },
    },
  };
}

const kept = (requests: readonly ShownRequest[]): number[] =>
  requests.flatMap(({ number, contents }) => (contents ? [number] : []));

test('bodies of the newest requests are kept, and a list that comes again does not lose them', () => {
  const many = boundedRequests(Array.from({ length: 60 }, (_, index) => past(index)));
  expect(many).toHaveLength(60);
  expect(kept(many)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  const long = 'x'.repeat(900 * 1024);
  expect(kept(boundedRequests([past(3, long), past(2, long), past(1, long)]))).toEqual([3, 2]);
  const { contents, ...listed } = past(7);
  expect(contents).toBeDefined();
  expect(kept(withKeptContents([listed], [past(7)]))).toEqual([7]);
  expect(kept(withKeptContents([{ ...listed, time: 1 }], [past(7)]))).toEqual([]);
});

test('a body that is not text is sent as it was, and its parts keep their boundary', () => {
  const request = past(1);
  const { contents } = request;
  const type = 'text/plain; boundary=x';
  const sent: ShownRequest = {
    ...request,
    ...(contents && { contents: { ...contents, headers: [['content-type', type]] } }),
  };
  const draft = draftOfRequest(sent, route, { old: EMPTY_DRAFT, shared: [] });
  const document = { schemas: {} } as unknown as ExplorerDocument; // because nothing else is read
  const call = { route, document, file: '/wA=', authorization: EMPTY_AUTHORIZATION };
  expect(formOf({ ...call, draft })).toMatchObject({
    headers: [['content-type', type]],
    body: { base64: '/wA=' },
  });
  const typed = { ...draft, body: '{}' };
  expect(formOf({ ...call, draft: typed })).toMatchObject({ body: { text: '{}' } });
});

test('a past request is sent as it was, with the secrets of now', () => {
  const old = {
    ...EMPTY_DRAFT,
    fields: { 'headers if-match': 'other', 'headers authorization': 'Bearer typed' },
    moreHeaders: 'Cookie: a=1\nX-Old: 1',
  };
  const draft = draftOfRequest(past(1, 'text'), route, { old, shared: [['X-Tenant', 'acme']] });
  expect(draft.moreHeaders).toBe('Cookie: a=1\nX-Trace: 7');
  const securitySchemes = {
    user: { type: 'http', scheme: 'bearer' },
    sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
    lang: { type: 'apiKey', in: 'query', name: 'lang' },
  };
  const form = formOf({
    route,
    draft,
    document: { schemas: {}, securitySchemes } as unknown as ExplorerDocument, // because nothing else is read
    authorization: {
      ...EMPTY_AUTHORIZATION,
      schemes: Object.fromEntries(
        Object.keys(securitySchemes).map((name) => [name, { username: '', secret: 'now' }]),
      ),
      headers: 'X-Tenant: other\nx-trace: 8',
    },
  });
  expect(form).toMatchObject({
    target: '/notes/a%20b?tag=x&tag=y&more=1&lang=now',
    body: { text: 'text' },
    headers: [
      ['Content-Type', 'text/plain'],
      ['if-match', 'v1'],
      ['authorization', 'Bearer typed'],
      ['X-Trace', '7'],
      ['X-Tenant', 'other'],
      ['Cookie', 'a=1; sid=now'],
    ],
  });
});
