// Runs the application in a process. When that process ends, for example for lack of memory, by `process.abort()` or by a
// signal, the server goes on. When the server ends, the process ends too (worker-process.ts).
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createLineReader, fromWorker, lineOf } from './message-lines.js';
import type { StartLink, WorkerEnd } from './worker-link.js';

/**
 * How long the output of an ended process is still read, in milliseconds. Programs that it started may keep its pipe open.
 */
const LAST_WORDS = 200;

/** Starts the process. */
export const startProcess: StartLink = (options, { onMessage, onEnd }) => {
  const begun = openBegunFile();
  const child = spawn(
    process.execPath,
    [...flagsOf(options.heapLimit), fileURLToPath(options.script)],
    {
      env: { ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', begun.descriptor],
    },
  );
  let end: WorkerEnd | undefined;
  let isTerminated = false;
  let fatal = '';

  // because `stdio` asks for pipes
  const [, printed, complained, input, output] = child.stdio as unknown as Pipes;
  const read = createLineReader((line) => {
    if (isTerminated) return;
    const message = fromWorker(line);
    if (message.kind === 'broken' || message.kind === 'uncaught') end = message;
    else onMessage(message);
  });
  output.setEncoding('utf8').on('data', read);
  // The end of the process is reported by itself, so errors of its pipes are ignored.
  for (const stream of [input, output]) stream.on('error', () => undefined);
  // Only output that bypasses `process.stdout` arrives here: from child processes, from native code, and from V8 when it
  // ends the process.
  printed.setEncoding('utf8').on('data', (text: string) => {
    onMessage({ kind: 'text', stream: 'out', text });
  });
  complained.setEncoding('utf8').on('data', (text: string) => {
    if (fatal === '' && !FATAL.test(text)) onMessage({ kind: 'text', stream: 'err', text });
    else fatal += text;
  });

  const ended = new Promise<void>((resolve) => {
    const finish = (own: WorkerEnd): void => {
      const words = [output, complained].map((stream) => closed(stream));
      const isLate = new Promise((done) => setTimeout(done, LAST_WORDS));
      void Promise.race([Promise.all(words), isLate]).then(() => {
        if (!isTerminated) onEnd(end ?? (MEMORY.test(fatal) ? { kind: 'out-of-memory' } : own));
        begun.close();
        resolve();
      });
    };
    child.once('error', (error) => {
      finish({ kind: 'uncaught', trace: error.stack ?? error.message });
    });
    child.once('exit', (code, signal) => {
      finish(signal ? { kind: 'killed', signal } : { kind: 'exit', code: code ?? 0 });
    });
  });
  return {
    post: (message) => {
      if (input.writable) input.write(lineOf(message));
    },
    lastBegun: begun.read,
    terminate: async () => {
      isTerminated = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
};

type Pipes = readonly [null, Readable, Readable, Writable, Readable];

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}

/** Messages of V8 before it ends a process. */
const FATAL = /<--- Last few GCs --->|^(?:FATAL ERROR|#\s*# Fatal)/m;
const MEMORY = /out of memory|heap limit|allocation failed/i;

/** The Node.js flags of this process for the application's process, without those of a debugger. */
function flagsOf(heapLimit: number | undefined): string[] {
  const own = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
  return heapLimit === undefined ? own : [...own, `--max-old-space-size=${heapLimit}`];
}

type BegunFile = {
  readonly descriptor: number;
  readonly read: () => number;
  readonly close: () => void;
};

/**
 * Opens a file without a name. The process writes the number of the last invocation that it began there, and the server can
 * read it after the process has ended.
 */
function openBegunFile(): BegunFile {
  const path = join(tmpdir(), `framework-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  const value = new Float64Array(1);
  writeSync(descriptor, value, 0, 8, 0);
  let isOpen = true;
  const read = (): number => {
    if (isOpen) readSync(descriptor, value, 0, 8, 0);
    return value[0] ?? 0;
  };
  return {
    descriptor,
    read,
    close: () => {
      read();
      isOpen = false;
      closeSync(descriptor);
    },
  };
}
