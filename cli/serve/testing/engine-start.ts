// Where the thread of the engine begins. This file only makes starting fast; `engine.ts` is the engine.
import module from 'node:module';
import { workerData } from 'node:worker_threads';

// Node 22 and later keep compiled code between runs. It must be on before anything else is loaded.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, []);

const directory: unknown = workerData;
if (typeof directory === 'string') {
  const { startEarlyThread } = await import('./early-thread.js');
  startEarlyThread(directory);
}
await import('./engine.js');
