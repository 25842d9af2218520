// Past requests: how many the page stores, and the draft that sends one again.
import { expect, test, describe } from 'vitest';
import type {
  ExplorerDocument,
  ExplorerRoute,
  ShownRequest,
  ExplorerState,
  ShownProblem,
} from '../explorer-document.js';
import { EMPTY_AUTHORIZATION } from './authorization.js';
import { EMPTY_DRAFT } from './draft.js';
import { boundedRequests, draftOfRequest, withKeptContents } from './reopened.js';
import { formOf } from './request-of-draft.js';
import { announcementOf } from './connection.js';
import { jsonPieces } from './body-view.js';
import type { Schema } from '../../samples/sample-value.js';
import { typeLine, typeText } from './type-text.js';

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

const state = (kind: ExplorerState['kind'], build: string, revision: string): ExplorerState => ({
  kind,
  build,
  revision,
  problems: [],
});
const problem = (severity: ShownProblem['severity']): ShownProblem => ({
  code: 'FW2103',
  severity,
  message: 'no such route',
});
const serving = state('serving', '1', '1-0');

test('an application that is served is no news to a page that has just been opened', () => {
  expect(announcementOf(undefined, serving)).toBeUndefined();
});

test('another build is a reload, whatever came between', () => {
  const next = state('serving', '2', '2-0');
  expect(announcementOf(serving, next)).toBe('The application was reloaded.');
  expect(announcementOf(serving, state('building', '1', '1-0'))).toBeUndefined();
  expect(announcementOf(state('building', '1', '1-0'), next)).toBe('The application was reloaded.');
});

test('the description of a build that is shown already is no reload', () => {
  expect(announcementOf(serving, state('serving', '1', '1-1'))).toBeUndefined();
});

test('errors are announced once', () => {
  const broken = {
    ...state('broken', '1', '1-0'),
    problems: [problem('error'), problem('warning')],
  };
  expect(announcementOf(undefined, broken)).toBe('The application has 1 error.');
  expect(announcementOf(serving, broken)).toBe('The application has 1 error.');
  expect(announcementOf(broken, { ...broken, revision: '1-1' })).toBeUndefined();
});

const text = (json: string): string | undefined =>
  jsonPieces(json)
    ?.map((piece) => piece.text)
    .join('');

test('values stay as they were sent', () => {
  expect(text('{"a":12345678901234567890,"a":"\\u0041, [1]","b":[],"c":{},"d":[1e2,true,null]}'))
    .toMatchInlineSnapshot(`
      "{
        "a": 12345678901234567890,
        "a": "\\u0041, [1]",
        "b": [],
        "c": {},
        "d": [
          1e2,
          true,
          null
        ]
      }"
    `);
});

test('names and texts are told apart', () => {
  const kinds = jsonPieces('{"a":"b"}')?.flatMap(({ kind }) => (kind === 'plain' ? [] : [kind]));
  expect(kinds).toEqual(['name', 'text']);
});

test('what is not JSON is left alone', () => {
  expect(text('<b>')).toBeUndefined();
});

describe('types as text', () => {
  const SCHEMAS: Readonly<Record<string, Schema>> = {
    Country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'Two letters, ISO 3166.' },
    City: {
      type: 'object',
      required: ['name', 'country'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 80 },
        country: { $ref: '#/schemas/Country' },
        size: { enum: ['small', 'big'] },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 9, uniqueItems: true },
        near: { type: 'array', items: { $ref: '#/schemas/City' } },
        at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
        'x-y': { type: ['integer', 'null'], minimum: 0, default: 3 },
        rest: { type: 'object', additionalProperties: { anyOf: [{ const: 1 }, { const: 'a' }] } },
        list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
    },
  };

  const text = (schema: Schema): string =>
    typeText(schema, SCHEMAS)
      .map((piece) => piece.text)
      .join('');

  test('a named type stands with those that it uses, each once', () => {
    expect(text({ $ref: '#/schemas/City' })).toMatchInlineSnapshot(`
    "type City = {
      name: string  // 1 to 80 characters
      country: Country
      size?: "small" | "big"
      tags?: string[]  // at most 9 items; no item twice
      near?: City[]
      at?: [number, number]
      "x-y"?: integer | null  // at least 0; default 3
      rest?: {
        [name]: 1 | "a"
      }
      list?: (string | null)[]
    }

    // Two letters, ISO 3166; /^[A-Z]{2}$/
    type Country = string"
  `);
  });

  test.each<[Schema, string]>([
    [{}, 'anything'],
    [{ type: 'integer', minimum: 1, maximum: 999 }, 'integer, 1 to 999'],
    [{ $ref: '#/schemas/Country' }, 'string, /^[A-Z]{2}$/'],
    [{ $ref: '#/schemas/City' }, 'object'],
    [
      { type: 'number', exclusiveMinimum: 0, multipleOf: 5 },
      'number, more than 0, a multiple of 5',
    ],
  ])('%o reads as %s', (schema, line) => {
    expect(typeLine(schema, SCHEMAS)).toBe(line);
  });
});
