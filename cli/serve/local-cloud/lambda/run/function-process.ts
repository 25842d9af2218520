// The process of an execution environment: the runtime with the function, its output and its memory usage.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LogSink, readOutput } from './log-records.js';
import { processEnvironment, type ProcessPlace } from './process-environment.js';

export type FunctionProcess = {
  /** Resolves with the exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  /** Waits until all output of the process is read. */
  readonly drain: () => Promise<void>;
  /** Peak memory in MB, if the operating system reports it. */
  readonly peakMemory: () => number | undefined;
  readonly kill: () => void;
};

/** The built runtime client; this file is in a chunk next to it. */
export const RUNTIME: string = fileURLToPath(new URL('../cli/runtime-client.js', import.meta.url));

export function startProcess(
  [node, ...runtime]: readonly [node: string, ...runtime: readonly string[]],
  place: ProcessPlace,
  sink: LogSink,
): FunctionProcess {
  const { settings, folder } = place;
  const heap = `--max-old-space-size=${Math.floor(settings.memorySize * 0.9)}`;
  const child = spawn(node, [heap, ...runtime], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(place),
  });
  const flushes = [child.stdout, child.stderr].map((stream) => readOutput(stream, sink));
  return {
    exited: new Promise((resolve) => {
      child.on('exit', resolve).on('error', () => resolve(1));
    }),
    drain: async () => {
      // The process writes its output before its response, so the output is already in the pipes and is read within a few turns
      // of the event loop.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (const flush of flushes) flush();
    },
    peakMemory: () => peakMemory(child),
    kill: () => child.kill('SIGKILL'),
  };
}

function peakMemory({ pid }: ChildProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Math.ceil(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
