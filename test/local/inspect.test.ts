// `--inspect`: a debugger that attaches as editors do (NodeWorker, source maps) stops at a line of the TypeScript source.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './support/client.js';
import { makeProject, serve } from './support/served-project.js';
import type { Project, ServedProject } from './support/served-project.js';

const APP = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'debugged' });
type Sum = { readonly left: number; readonly right: number };
function add({ left, right }: Sum): number {
  return left + right;
}
export const sum = app.route('/sum/{left}/{right}')((right: string, left: string) => {
  const total = add({ left: Number(left), right: Number(right) });
  return { total };
});
`;
/** The line of \`return left + right;\`, from 0. */
const LINE = 4;

type Message = {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly id?: number;
  readonly result?: Record<string, unknown>;
};

/** The debugger's end of the connection, and of the thread of the application inside it. */
async function attach(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const events: Message[] = [];
  const answers = new Map<number, (message: Message) => void>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message; // because the protocol sends nothing else
    if (message.id !== undefined) answers.get(message.id)?.(message);
    else events.push(message);
  });
  const call = (method: string, params: object = {}): Promise<Message> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => answers.set(id, resolve));
  };
  const event = async (isWanted: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = events.find(isWanted);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    call,
    event,
    close: () => {
      socket.close();
    },
  };
}

let project: Project;
let served: ServedProject;
beforeAll(async () => {
  project = makeProject({ 'app.ts': APP });
  served = await serve(project.directory, { args: ['--inspect', '--no-reload'] });
});
afterAll(async () => {
  await served.stop();
  project.remove();
});

test('a breakpoint at a line of app.ts stops a request there, as long as the user looks', async () => {
  const [url = ''] = await served.printed(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/);
  const client = await attach(url);
  await client.call('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const attached = await client.event(({ method }) => method === 'NodeWorker.attachedToWorker');
  const sessionId = String(attached.params?.['sessionId']);

  let last = 0;
  const inWorker = async (
    method: string,
    params: object = {},
  ): Promise<Record<string, unknown>> => {
    const id = ++last;
    const message = JSON.stringify({ id, method, params });
    await client.call('NodeWorker.sendMessageToWorker', { sessionId, message });
    const answer = await fromWorker((inner) => inner.id === id);
    return answer.result ?? {};
  };
  const fromWorker = async (isWanted: (inner: Message) => boolean): Promise<Message> => {
    const parse = (outer: Message) => JSON.parse(String(outer.params?.['message'])) as Message; // because the protocol sends nothing else
    const isIt = (outer: Message) =>
      outer.method === 'NodeWorker.receivedMessageFromWorker' && isWanted(parse(outer));
    return parse(await client.event(isIt));
  };

  await inWorker('Debugger.enable');
  const script = await fromWorker(
    ({ method, params }) =>
      method === 'Debugger.scriptParsed' && String(params?.['url']).endsWith('/index.mjs'),
  );
  const bundle = String(script.params?.['url']);
  // What an editor does with a breakpoint in a source: the source map of the script says where it is in the script.
  const mapUrl = new URL(String(script.params?.['sourceMapURL']), bundle);
  const payload = JSON.parse(readFileSync(fileURLToPath(mapUrl), 'utf8')) as SourceMapPayload; // because it is a source map
  const generated = generatedPosition(payload, readFileSync(fileURLToPath(bundle), 'utf8'));
  const { breakpointId } = await inWorker('Debugger.setBreakpointByUrl', {
    url: bundle,
    ...generated,
  });
  expect(breakpointId).toBeDefined();

  const answer = send(served.port, { path: '/sum/20/22' });
  const paused = await fromWorker(({ method }) => method === 'Debugger.paused');
  const [frame] = paused.params?.['callFrames'] as { callFrameId: string; functionName: string }[]; // because a pause has frames
  expect(frame?.functionName).toBe('add');
  const evaluated = await inWorker('Debugger.evaluateOnCallFrame', {
    callFrameId: frame?.callFrameId,
    expression: '[left, right]',
    returnByValue: true,
  });
  expect(evaluated).toMatchObject({ result: { value: [20, 22] } });
  await inWorker('Debugger.resume');
  expect((await answer).text).toBe('{"total":42}');
  client.close();
});

/** The place in the bundle that came from the line of app.ts. */
function generatedPosition(
  payload: SourceMapPayload,
  code: string,
): { lineNumber: number; columnNumber: number } {
  const map = new SourceMap(payload);
  for (const [lineNumber, text] of code.split('\n').entries()) {
    for (let columnNumber = 0; columnNumber < text.length; columnNumber++) {
      const entry = map.findEntry(lineNumber, columnNumber);
      if (!('originalSource' in entry) || !entry.originalSource.endsWith('app.ts')) continue;
      if (
        entry.originalLine === LINE &&
        entry.generatedLine === lineNumber &&
        entry.generatedColumn === columnNumber
      ) {
        return { lineNumber, columnNumber };
      }
    }
  }
  throw new Error(`line ${LINE} of app.ts is not in the source map`);
}
