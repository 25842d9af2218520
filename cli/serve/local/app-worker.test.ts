// What a worker is sent, over a link that is made up.
import { expect, test } from 'vitest';
import { startWorker } from './app-worker.js';
import { INVOCATION } from './invocation.fixture.js';
import { createLineReader, fromWorker, lineOf, toWorker } from './message-lines.js';
import type { AnswerRow, ToWorker } from './messages.js';
import type { StartLink } from './worker-link.js';

test('a turn of the event loop sends its requests in order, at most four at a time', async () => {
  const posted: ToWorker[] = [];
  const startLink: StartLink = () => ({
    post: (message) => posted.push(message),
    lastBegun: () => 0,
    terminate: () => Promise.resolve(),
  });
  const worker = startWorker(
    {
      startLink,
      setup: Promise.resolve(undefined),
      script: new URL('file:///worker.js'),
      environment: {},
      heapLimit: undefined,
    },
    {
      onReady: () => undefined,
      onAnswer: () => undefined,
      onText: () => undefined,
      onEnd: () => undefined,
    },
  );
  for (let number = 1; number <= 6; number += 1) worker.send(number, number, INVOCATION);
  await new Promise((done) => setImmediate(done));
  expect(
    posted.map((message) => message.kind === 'invoke' && message.rows.map(([slot]) => slot)),
  ).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
});

test('a line brings back texts, bytes and what is missing', () => {
  const bytes = Buffer.from([0, 255, 10]);
  const plain: AnswerRow = [1, 1, 200, 'A\nb', 'text\n'];
  const rows: AnswerRow[] = [plain, [2, 2, 200, '', bytes], [3, 3, 'no answer']];
  const read = (text: string): string[] => {
    const lines: string[] = [];
    createLineReader((line) => lines.push(line))(text);
    return lines;
  };
  const sent = [{ kind: 'answers', rows } as const, { kind: 'answers', rows: [plain] } as const];
  expect(read(sent.map((message) => lineOf(message)).join('')).map(fromWorker)).toEqual(sent);
  const invoke = (body: Uint8Array | undefined) =>
    ({
      kind: 'invoke',
      rows: [
        [1, 1, 'id', '/', 'PUT', '/', '', '', '', 'ip', 'http', 0, body, undefined, undefined],
      ],
    }) as const;
  for (const message of [invoke(bytes), invoke(undefined)])
    expect(read(lineOf(message)).map(toWorker)).toEqual([message]);
});
