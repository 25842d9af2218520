// The thread that `framework/testing` starts. It builds and serves applications and answers the test. Built as
// `dist/cli/testing-engine.js`. It does not run the application, which has a thread of its own.
import { parentPort } from 'node:worker_threads';
import { createAppBuilder } from './app-builder.js';
import type { Call, FromEngine, OpenedApp, Outcome, Refusal, Task, ToEngine } from './messages.js';
import { openApp, type OpenApp } from './open-app.js';
import { startEsbuild } from '../../bundle/esbuild-module.js';
import { RefusedByApp } from './loading-refused.js';

const port = parentPort;
if (!port) throw new Error('testing-engine.js is started by framework/testing');

const builder = createAppBuilder();
const apps = new Map<number, OpenApp>();
const calls = new Map<number, (outcome: Outcome) => void>();
let lastCall = 0;

const post = (message: FromEngine): void => {
  port.postMessage(message);
};

function callTest(call: Omit<Call, 'number'>): Promise<Outcome> {
  lastCall += 1;
  const number = lastCall;
  post({ kind: 'call', call: { ...call, number } });
  return new Promise((resolve) => calls.set(number, resolve));
}

async function carryOut(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'open': {
      const { app } = task;
      const opened = await openApp(task.request, {
        builder,
        onText: (stream, text) => {
          post({ kind: 'text', app, stream, text });
        },
        callTest: (call) => callTest({ ...call, app }),
      });
      apps.set(app, opened);
      const answer: OpenedApp = { functions: opened.functions, files: opened.files };
      return answer;
    }
    case 'request':
      return apps.get(task.app)?.request(task.request, task.caller);
    case 'invoke':
      return apps.get(task.app)?.invoke(task.name, task.event);
    case 'close': {
      const app = apps.get(task.app);
      apps.delete(task.app);
      return app?.close();
    }
  }
}

async function settle(number: number, task: Task): Promise<void> {
  try {
    post({ kind: 'settled', number, outcome: { kind: 'done', value: await carryOut(task) } });
  } catch (error) {
    post({ kind: 'settled', number, outcome: { kind: 'refused', refusal: refusalOf(error) } });
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedByApp) return error.refusal;
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...(stack !== undefined && { stack }) };
}

startEsbuild();
port.on('message', (message: ToEngine) => {
  switch (message.kind) {
    case 'task':
      void settle(message.number, message.task);
      return;
    case 'called':
      calls.get(message.number)?.(message.outcome);
      calls.delete(message.number);
  }
});
