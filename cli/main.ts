#!/usr/bin/env node
// The `framework` command. This file only makes starting fast; `program.ts` is the program.
import module from 'node:module';

// Node 22 and later keep compiled code between runs. It must be on before anything else is loaded.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache();
}

const { runProcess } = await import('./program.js');
await runProcess();
