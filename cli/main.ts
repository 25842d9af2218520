#!/usr/bin/env node
// The `framework` command. This file only speeds up startup; the actual program is in `program.ts`.
import module from 'node:module';
import { refuseOldNode } from './program/version.js';
import { asksForJson, renderJson } from './terminal/json-diagnostics.js';

const refusal = refuseOldNode(process.versions.node);
if (refusal !== undefined) {
  if (asksForJson(process.argv)) process.stdout.write(renderJson([refusal]));
  else process.stderr.write(`${[refusal.message, refusal.hint].join(' ')}\n`);
  process.exit(1);
}

// Node 22 and later can cache compiled code between runs. The cache must be enabled before anything else is loaded.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, []);

const { runProcess } = await import('./run-process.js');
await runProcess();
