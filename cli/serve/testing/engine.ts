// The thread that `framework/testing` starts. It builds and serves applications and answers the test's questions. Started
// by `engine-start.ts`. The application runs in another thread.
import module from 'node:module';
import { parentPort } from 'node:worker_threads';
import { createAppBuilder } from './app-builder.js';
import type { FromEngine, OpenedApp, Outcome, Task, ToEngine } from './messages.js';
import { openApp, type OpenApp } from './open-app.js';
import { startEsbuild } from '../../bundle/esbuild-module.js';
import { createQuestions } from '../local/questions.js';
import { postOutcome } from './outcome.js';

const port = parentPort;
if (!port) throw new Error('testing-engine.js is started by framework/testing');

const builder = createAppBuilder();
const apps = new Map<number, OpenApp>();
const calls = createQuestions<Outcome>();

const post = (message: FromEngine): void => {
  port.postMessage(message);
};

async function carryOut(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'open': {
      const { app } = task;
      const opened = await openApp(task.request, {
        builder,
        onText: (stream, text) => {
          post({ kind: 'text', app, stream, text });
        },
        callTest: (call) =>
          calls.ask((number) => {
            post({ kind: 'call', call: { ...call, app, number } });
          }),
      });
      apps.set(app, opened);
      const { functions, sources, files } = opened;
      const answer: OpenedApp = { functions, sources, files };
      return answer;
    }
    case 'request':
      return apps.get(task.app)?.request(task.request, task);
    case 'invoke':
      return apps.get(task.app)?.invoke(task.name, task.event);
    case 'close': {
      const app = apps.get(task.app);
      apps.delete(task.app);
      return app?.close();
    }
  }
}

let isKept = false;

/** A thread is ended without notice, so its compiled code is written after the first answer. */
function keepCompiledEngine(): void {
  if (isKept) return;
  isKept = true;
  const flush: unknown = Reflect.get(module, 'flushCompileCache');
  if (typeof flush === 'function') setImmediate(() => void Reflect.apply(flush, module, []));
}

startEsbuild();
port.on('message', (message: ToEngine) => {
  switch (message.kind) {
    case 'task': {
      const { number, task } = message;
      void postOutcome(
        () => carryOut(task),
        (outcome) => {
          post({ kind: 'settled', number, outcome });
          if (task.kind === 'request') keepCompiledEngine();
        },
      );
      return;
    }
    case 'called':
      calls.settle(message);
  }
});
