// Where the thread of the engine begins. This file only makes starting fast; `engine.ts` is the engine.
import module from 'node:module';

// Node 22 and later keep compiled code between runs. It must be on before anything else is loaded.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, []);

await import('./engine.js');
