// The generated client, compiled with each TypeScript release and the strictest options.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { type Compiler, typeErrors } from '../support/type-program.js';
import { isTurn, sampleOf } from '../support/sample.js';
import { clientText } from '../../compiler/client/client-text.js';
import type { ApiDescription, Operation } from '../../compiler/api/api-description.js';
import type { Type } from '../../compiler/declarations/declared-type.js';
import { describeFiles } from '../../compiler/api/described-files.fixture.js';
import { guideClient } from './guide.fixture.js';

const REPOSITORY = join(import.meta.dirname, '../..');

const USE = `import { createClient, type Answer, type City, type RouteType } from './client.js';
const api = createClient({ baseUrl: 'https://x.example/api', headers: () => ({ 'x-token': undefined }) });
const answer = await api('GET /cities/{id}', { path: { id: 'oslo' }, headers: { 'x-a': 'b' }, signal: AbortSignal.timeout(1) });
if (answer.ok) {
  const id: string = answer.value.id;
  const status: 200 = answer.status;
  void [id, status];
} else {
  switch (answer.error?.Code) {
    case 'NotFoundError':
      break;
    case 'GatewayError':
      void answer.error.Body;
      break;
    case 'FrameworkViewError': {
      const message: string = answer.error.Message;
      void message;
      break;
    }
    default:
      answer.error satisfies undefined;
      answer.value satisfies unknown;
  }
}
const maybe = await api('PUT /maybe/{id}', { path: { id: 'oslo' } });
if (maybe.ok) maybe.value.country satisfies string;
else if (maybe.status === 422) maybe.value.errors satisfies Record<string, string[]>;
else if (maybe.status === 404 && maybe.error) maybe.error.Code satisfies 'NotFoundError' | 'FrameworkViewError' | 'GatewayError';
const any = await api('GET /any/{status}', { path: { status: 418 } });
if (!any.ok && !any.error) any.value.status satisfies number;
const page = await api('GET /page');
if (page.ok) page.value satisfies string;
const photo = await api('PUT /photo', { body: new Uint8Array([1]) });
if (photo.ok) photo.value satisfies Uint8Array;
const gone = await api('DELETE /cities/{id}', { path: { id: 'oslo' } });
if (gone.ok && gone.status === 204) gone.value satisfies undefined;
const city: City = { id: 'a', country: 'NO' };
const route: RouteType = 'walk';
export type Read = Answer<'GET /cities/{id}'>;
void [city, route];
// @ts-expect-error no such route
await api('GET /towns');
// @ts-expect-error the capture is missing
await api('GET /cities/{id}');
// @ts-expect-error the capture has another name
await api('GET /cities/{id}', { path: { town: 'oslo' } });
// @ts-expect-error an answer may be an error
answer.value.id;
`;

const text: Type = { kind: 'text' };

/** A route with every possible input. */
const rich: Operation = {
  path: '/rich/{id}',
  method: 'POST',
  id: 'rich',
  tags: [],
  documentation: { summary: 'Takes */ much.', deprecated: '' },
  captures: [
    { name: 'id', type: { kind: 'number', rules: { isInteger: true } }, isOptional: false },
  ],
  query: [
    {
      name: 'limit',
      type: { kind: 'number' },
      isOptional: true,
      documentation: { summary: 'How many.' },
    },
    { name: 'tags', type: { kind: 'list', of: text }, isOptional: true },
  ],
  headers: [{ name: 'if-match', type: text, isOptional: true }],
  body: {
    type: {
      kind: 'object',
      properties: [
        { name: 'at', type: { kind: 'date' }, isOptional: false },
        { name: 'next', type: { kind: 'named', key: 'Tree' }, isOptional: true },
        {
          name: "it's",
          type: { kind: 'union', of: [{ kind: 'literal', value: 'a\n' }, { kind: 'null' }] },
          isOptional: false,
        },
        {
          name: 'pair',
          type: {
            kind: 'tuple',
            items: [
              { type: text, isOptional: false },
              { type: text, isOptional: true },
            ],
            rest: { kind: 'boolean' },
          },
          isOptional: true,
        },
      ],
      indexes: [{ patterns: [], type: { kind: 'unknown' } }],
    },
    isOptional: false,
    mediaTypes: ['application/json'],
  },
  answers: [
    {
      status: 200,
      description: 'OK',
      bodies: [{ mediaType: 'application/json', type: { kind: 'named', key: 'Tree' } }],
      errors: [],
      messages: [],
    },
    { status: 202, description: 'OK', bodies: [], errors: [], messages: [] },
    {
      status: 400,
      description: '',
      bodies: [],
      errors: [
        { status: 400, code: 'BadRequestError', message: '', hasProblems: true },
        { status: 400, code: 'BadRequestError', message: 'x' },
        {
          status: 400,
          code: 'HTTPError',
          message: 'x',
          details: { kind: 'object', properties: [{ name: 'why', type: text, isOptional: false }] },
        },
      ],
      messages: [],
    },
  ],
  authorizer: null,
  apiKeyRequired: false,
};

const TREE: Type = { kind: 'named', key: 'Tree' };

const at = { file: 'app.ts', start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };

const richApi: ApiDescription = {
  title: 'rich',
  operations: [rich],
  definitions: new Map([
    [
      'Tree',
      {
        name: 'Tree',
        at,
        type: {
          kind: 'object',
          properties: [
            {
              name: 'of',
              type: {
                kind: 'list',
                of: { kind: 'union', of: [{ kind: 'named', key: 'Tree' }, { kind: 'undefined' }] },
              },
              isOptional: false,
              documentation: { summary: 'Its branches.' },
            },
          ],
        },
      },
    ],
  ]),
  names: new Map([['Tree', 'Tree']]),
  notes: [],
};

const USE_RICH = `import { createClient, type Input } from './client.js';
const api = createClient({ baseUrl: new URL('https://x.example') });
const input: Input<'POST /rich/{id}'> = {
  path: { id: 1 },
  query: { limit: undefined, tags: ['a', 'b'] },
  headers: { 'if-match': 'x', other: 'y' },
  body: { at: '2026-01-01', "it's": null, pair: ['a', 'b', true], more: 1 },
};
const answer = await api('POST /rich/{id}', input);
if (answer.ok) {
  if (answer.status === 200) answer.value.of satisfies unknown[];
  else answer.value satisfies undefined;
} else if (answer.error?.Code === 'BadRequestError') {
  answer.error.Problems?.[0]?.at satisfies string | undefined;
} else if (answer.error?.Code === 'HTTPError') {
  answer.error.Details.why satisfies string;
}
// @ts-expect-error the body is missing
await api('POST /rich/{id}', { path: { id: 1 } });
// @ts-expect-error a number
await api('POST /rich/{id}', { ...input, path: { id: 'x' } });
// @ts-expect-error a list of strings
await api('POST /rich/{id}', { ...input, query: { tags: [1] } });
`;

const SECURED = `import { Framework, middleware } from 'framework';
export const app = new Framework({ appName: 'a' });
const user = middleware.provide((_, next) => next(1), { security: { type: 'http', scheme: 'bearer' } });
const admin = middleware.provide((_, next) => next(1), { security: { type: 'http', scheme: 'basic' } });
export const mine = app.route('/mine', { middleware: [user, admin] })(() => 1);`;

const USE_SECURED = `import { createClient } from './client.js';
const token = (): Promise<string | undefined> => Promise.resolve(undefined);
createClient({ baseUrl: 'https://x.example', auth: { user: token, admin: { username: 'a', password: 'b' } } });
createClient({ baseUrl: 'https://x.example', auth: { user: 'x', admin: () => undefined } });
// @ts-expect-error no such scheme
createClient({ baseUrl: 'https://x.example', auth: { users: 'x' } });
// @ts-expect-error a name and a password
createClient({ baseUrl: 'https://x.example', auth: { admin: 'x' } });
`;

/** Streaming routes, one of which may also respond with JSON. */
const streamsApi: ApiDescription = {
  ...richApi,
  operations: (
    [
      ['/chat', [{ mediaType: 'text/event-stream', type: TREE, stream: 'sse' }]],
      ['/words', [{ mediaType: 'text/event-stream', type: text, stream: 'sse' }]],
      ['/export', [{ mediaType: 'application/x-ndjson', type: TREE, stream: 'ndjson' }]],
      ['/raw', [{ mediaType: 'text/plain', type: text, stream: 'text' }]],
      ['/film', [{ mediaType: 'video/mp4', type: { kind: 'bytes' }, stream: 'bytes' }]],
      ['/any', [{ mediaType: '*/*', type: { kind: 'unknown' }, stream: 'any' }]],
      ['/plain', [{ mediaType: 'application/json', type: text }]],
    ] as const
  ).map(([path, bodies]) => ({
    ...rich,
    path,
    captures: [],
    body: undefined,
    answers: [{ status: 200, description: 'OK', bodies, errors: [], messages: [] }],
  })),
};

const USE_STREAMS = `import { createClient, StreamError, type ServerSentEvent, type Tree } from './client.js';
const api = createClient({ baseUrl: 'https://x.example' });
const chat = await api('POST /chat', { signal: AbortSignal.timeout(1) });
if (chat.ok) {
  try {
    for await (const tree of chat.value) tree.of satisfies unknown[];
    for await (const event of chat.events()) event satisfies ServerSentEvent<Tree>;
  } catch (error) {
    if (error instanceof StreamError) [error.Code, error.Message] satisfies string[];
  }
} else if (chat.error?.Code === 'GatewayError') void chat.error.Body;
const words = await api('POST /words');
if (words.ok) {
  for await (const word of words.value) word satisfies string;
  for await (const { id, event, data } of words.events()) [id, event, data] satisfies string[];
}
const rows = await api('POST /export');
if (rows.ok) {
  for await (const row of rows.value) row.of satisfies unknown[];
  // @ts-expect-error lines are no events
  rows.events();
}
const raw = await api('POST /raw');
if (raw.ok) for await (const chunk of raw.value) chunk satisfies string;
const film = await api('POST /film');
if (film.ok) for await (const chunk of film.value) chunk satisfies Uint8Array;
const any = await api('POST /any');
if (any.ok) any.value satisfies unknown;
const plain = await api('POST /plain');
if (plain.ok) plain.value satisfies string;
// @ts-expect-error an answer may be an error
for await (const tree of chat.value) void tree;
`;

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  declaration: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  skipDefaultLibCheck: true,
  noEmit: true,
};

/** Returns the compiler's output for a client and a module that uses it. */
function check(
  compiler: Compiler,
  files: Readonly<Record<string, string>>,
  options: object = OPTIONS,
): Promise<string> {
  const project = temporaryProject({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }),
    ...files,
  });
  return typeErrors(compiler, project);
}

const RELEASES = ['5.9', '6.0', '7.0'] as const;

const DRAWN = sampleOf('types of clients', RELEASES, 3);

test.each(DRAWN)(
  'TypeScript %s takes it in a browser, and checks inputs and answers',
  async (compiler) => {
    // A single program, because reading the types of a browser takes longer than checking both.
    const files = {
      'guide/client.ts': guideClient(),
      'guide/use.ts': USE,
      'rich/client.ts': clientText(richApi),
      'rich/use.ts': USE_RICH,
      'secured/client.ts': clientText(describeFiles({ 'app.ts': SECURED }).api),
      'secured/use.ts': USE_SECURED,
      'streams/client.ts': clientText(streamsApi),
      'streams/use.ts': USE_STREAMS,
    };
    expect(await check(compiler, files)).toBe('');
  },
);

test.runIf(isTurn('a client without a browser', 0, 3))(
  'it needs no more than the types of Node.js',
  async () => {
    const options = {
      ...OPTIONS,
      lib: ['es2022'],
      types: ['node'],
      typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      skipLibCheck: true,
    };
    const files = {
      'client.ts': guideClient(),
      'use.ts': USE,
      'streams/client.ts': clientText(streamsApi),
      'streams/use.ts': USE_STREAMS,
    };
    expect(await check('6.0', files, options)).toBe('');
  },
);

test('each kind of stream alone needs nothing of the others', async () => {
  const files = streamsApi.operations.map((operation) => [
    `${operation.path.slice(1)}.ts`,
    clientText({ ...streamsApi, operations: [operation] }),
  ]);
  expect(await check('7.0', Object.fromEntries(files) as Record<string, string>)).toBe(''); // because the entries contain strings
});

test('the text is the same each time, and has what comments say', () => {
  expect(clientText(richApi)).toBe(clientText(richApi));
  expect(clientText(richApi).split('export interface Route')[0]).toMatchInlineSnapshot(`
    "// The client for rich. Generated by \`framework client\`: do not edit it, run the command again.

    /* eslint-disable */

    export interface Tree {
      /** Its branches. */
      of: (Tree | null)[];
    }

    /** The input and the responses of each route, by method and path. */
    "
  `);
  expect(/export interface Routes \{[\s\S]*?\n\}/.exec(clientText(richApi))?.[0])
    .toMatchInlineSnapshot(`
    "export interface Routes {
      /**
       * Takes *\\/ much.
       *
       * @deprecated
       */
      'POST /rich/{id}': {
        input: {
          path: { id: number };
          query?: {
            /** How many. */
            limit?: number | undefined;
            tags?: string[] | undefined;
          } | undefined;
          headers?: {
            'if-match'?: string | undefined;
            [name: string]: unknown;
          } | undefined;
          body: {
            at: string;
            next?: Tree;
            'it\\'s': 'a\\n' | null;
            pair?: [string, string?, ...boolean[]];
            [name: string]: unknown;
          };
        };
        answers: {
          200: Tree;
          202: undefined;
        };
        failures: Record<never, never>;
        errors: {
          400: (ApiError<'HTTPError'> & { Details: { why: string } }) | InputError;
        };
      };
    }"
  `);
});
