// The thread that `framework/testing` starts (engine-link.ts). It builds and serves applications for the test.
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createRpc } from '../local/rpc.js';
import type { EngineMethods, OpenRequest, TestMethods } from './messages.js';
import type { OpenApp } from './open-app.js';

// Node.js 22 and later can cache compiled code between runs. The cache must be enabled before anything else is loaded.
callIfThere('enableCompileCache');
const first = workerData as OpenRequest; // because engine-link.ts passes it
const { earlyProcess, launchEarly } = await import('./early-process.js');
if (!first.isLoadedByTest) launchEarly(first);
const { createAppBuilder } = await import('./app-builder.js');
const { openApp } = await import('./open-app.js');
const { startEsbuild } = await import('../../bundle/esbuild-options.js');

const port = parentPort;
if (!port) throw new Error('testing-engine.js must be started by framework/testing');

const builder = createAppBuilder();
const apps = new Map<number, OpenApp>();
let isKept = false;

const appOf = (number: number): OpenApp => {
  const app = apps.get(number);
  if (!app) throw new Error('The application is closed.');
  return app;
};

const methods: EngineMethods = {
  open: async (number, request) => {
    const app = await openApp(request, {
      builder,
      onText: (stream, text) => rpc.notify('print', number, stream, text),
      callTest: (call) => rpc.request('call', { ...call, app: number }),
    }).finally(earlyProcess.stop);
    apps.set(number, app);
    const { functions, sources, files, apiKeys } = app;
    return { functions, sources, files, apiKeys };
  },
  request: async (number, request, sender) => {
    const answer = await appOf(number).request(request, sender);
    // The thread may be terminated without notice, so the compiled code is written after the first response.
    if (!isKept) setImmediate(callIfThere, 'flushCompileCache');
    isKept = true;
    return answer;
  },
  stream: (number, request, sender) => appOf(number).stream(request, sender),
  invoke: (number, name, event) => appOf(number).invoke(name, event),
  close: async (number) => {
    const app = appOf(number);
    apps.delete(number);
    await app.close();
  },
};

const rpc = createRpc<TestMethods>((message) => port.postMessage(message), methods);
startEsbuild();
port.on('message', rpc.receive);

/** Calls a function of `node:module`, which only newer versions of Node.js have. */
function callIfThere(name: 'enableCompileCache' | 'flushCompileCache'): void {
  const found: unknown = Reflect.get(module, name);
  if (typeof found === 'function') Reflect.apply(found, module, []);
}
