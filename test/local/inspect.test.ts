// `--inspect`: a debugger that attaches as editors do, with source maps, stops at a line of the TypeScript source.
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './support/client.js';
import { serveFiles } from './support/served-project.js';

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
/** The line of \`return left + right;\`, counted from 0. */
const LINE = 4;

type Message = {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly id?: number;
  readonly result?: Record<string, unknown>;
};

/** Opens the debugger's end of the connection. */
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
  const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await new Promise<Message>((resolve) => answers.set(id, resolve));
    return answer.result ?? {};
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
let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles({ 'app.ts': APP }, { args: ['--inspect'] });
});
afterAll(() => served.stop());

const LISTENING = /Debugger listening on (ws:\/\/127\.0\.0\.1:(\d+)\/[\w-]+)/;

test('a breakpoint at a line of app.ts stops a request there, as long as the user looks', async () => {
  const [, url = ''] = await served.printed(LISTENING);
  const client = await attach(url);
  await client.call('Debugger.enable');
  const script = await client.event(
    ({ method, params }) =>
      method === 'Debugger.scriptParsed' && String(params?.['url']).endsWith('/index.mjs'),
  );
  const bundle = String(script.params?.['url']);
  // Does what an editor does for a breakpoint in a source: the source map of the script gives the location in the script.
  const mapUrl = new URL(String(script.params?.['sourceMapURL']), bundle);
  const payload = JSON.parse(readFileSync(fileURLToPath(mapUrl), 'utf8')) as SourceMapPayload; // because it is a source map
  const generated = generatedPosition(payload, readFileSync(fileURLToPath(bundle), 'utf8'));
  const { breakpointId } = await client.call('Debugger.setBreakpointByUrl', {
    url: bundle,
    ...generated,
  });
  expect(breakpointId).toBeDefined();

  const answer = send(served.port, { path: '/sum/20/22' });
  const paused = await client.event(({ method }) => method === 'Debugger.paused');
  const [frame] = paused.params?.['callFrames'] as { callFrameId: string; functionName: string }[]; // because a pause has frames
  expect(frame?.functionName).toBe('add');
  const evaluated = await client.call('Debugger.evaluateOnCallFrame', {
    callFrameId: frame?.callFrameId,
    expression: '[left, right]',
    returnByValue: true,
  });
  expect(evaluated).toMatchObject({ result: { value: [20, 22] } });
  await client.call('Debugger.resume');
  expect((await answer).text).toBe('{"total":42}');
  client.close();
});

test('after a save, the next application has the port of the debugger', async () => {
  const [, , port] = await served.printed(LISTENING);
  const from = served.output().length;
  served.project.write('app.ts', APP.replace('left + right;', 'left - right;'));
  expect((await send(served.port, { path: '/sum/44/2' })).text).toBe('{"total":42}');
  const [, url = '', next] = await served.printed(LISTENING, from);
  expect(next).toBe(port);
  const client = await attach(url);
  await client.call('Debugger.enable');
  client.close();
});

/** Returns the location in the bundle that came from the line in app.ts. */
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
