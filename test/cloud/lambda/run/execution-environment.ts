// One execution environment: a process that runs a version of a function, one invocation at a time, and its log stream.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { LogLine } from '../../logs/log-store.js';
import { type Outcome, type RuntimeApi, startRuntimeApi } from '../../../ric/runtime-api.js';
import { runtimeArguments } from '../../../ric/runtime-client.js';
import type { CloudFunction, Version } from '../function-book.js';
import { type Execution, readEnding } from './execution.js';
import { readLines, readRecords } from './log-records.js';
import { endLine, initStartLine, reportLine, startLine } from './platform-lines.js';
import { processEnvironment } from './process-environment.js';

export type EnvironmentPorts = {
  readonly node: string;
  readonly region: string;
  readonly cloudUrl: string;
  readonly folder: string;
  /** Takes the lines of an invocation when it is over. */
  readonly write: (stream: string, lines: readonly LogLine[]) => void;
};

export type ExecutionEnvironment = {
  readonly invoke: (call: { readonly arn: string; readonly payload: string }) => Promise<Execution>;
  /** False when the process has gone, or must not be used again. */
  readonly isUsable: () => boolean;
  readonly stop: () => void;
};

type Target = { readonly owner: CloudFunction; readonly version: Version };

const LOG_FILE = 3;
/** docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const INIT_LIMIT = 10_000;

export async function startEnvironment(
  { owner, version }: Target,
  ports: EnvironmentPorts,
): Promise<ExecutionEnvironment> {
  const { settings } = version;
  const api = await startRuntimeApi();
  const stream = streamName(version.version);
  const lines: LogLine[] = [];
  const note = (message: string): void => void lines.push({ timestamp: Date.now(), message });
  note(initStartLine(settings.runtime, ports.region));
  const begun = performance.now();
  const child = spawnProcess({ owner, version }, { ports, api, stream });
  const flush = collectOutput(child, lines);
  let isUsable = true;
  child.on('exit', (code) => {
    isUsable = false;
    api.exited(code);
  });
  child.on('error', () => api.exited(1));
  let initDuration: number | undefined;
  let isCold = true;

  return {
    isUsable: () => isUsable,
    stop: () => {
      isUsable = false;
      child.kill('SIGKILL');
      api.close();
    },
    invoke: async ({ arn, payload }) => {
      const requestId = randomUUID();
      const isInitialized = await within(
        INIT_LIMIT,
        api.initialized.then(() => true),
      );
      if (isCold) initDuration = performance.now() - begun;
      note(startLine(requestId, version.version));
      const started = performance.now();
      const deadline = Date.now() + settings.timeout * 1000;
      const outcome: Outcome | 'timeout' =
        isInitialized === 'timeout'
          ? 'timeout'
          : await within(
              settings.timeout * 1000,
              api.invoke({ id: requestId, functionArn: arn, payload, deadline }),
            );
      const duration = performance.now() - started;
      const memoryUsed = peakMemory(child) ?? settings.memorySize;
      const ending = readEnding(outcome, { requestId, timeout: settings.timeout });
      if (ending.isBroken) {
        isUsable = false;
        child.kill('SIGKILL');
      }
      await outputRead();
      flush();
      if (ending.note !== undefined) note(ending.note);
      note(endLine(requestId));
      const { status, errorType } = ending;
      note(
        reportLine({
          requestId,
          duration,
          initDuration: isCold ? initDuration : undefined,
          memorySize: settings.memorySize,
          memoryUsed,
          status,
          ...(errorType !== undefined && { errorType }),
        }),
      );
      isCold = false;
      const written = lines.splice(0);
      ports.write(stream, written);
      return { kind: ending.kind, payload: ending.payload, lines: written };
    },
  };
}

type Start = {
  readonly ports: EnvironmentPorts;
  readonly api: RuntimeApi;
  readonly stream: string;
};

function spawnProcess({ owner, version }: Target, { ports, api, stream }: Start): ChildProcess {
  const { settings } = version;
  const heap = `--max-old-space-size=${Math.floor(settings.memorySize * 0.9)}`;
  return spawn(ports.node, [heap, ...runtimeArguments(settings.handler)], {
    cwd: ports.folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: processEnvironment({
      region: ports.region,
      functionName: owner.name,
      version: version.version,
      settings,
      folder: ports.folder,
      logGroup: `/aws/lambda/${owner.name}`,
      logStream: stream,
      runtimeApi: api.address,
      cloudUrl: ports.cloudUrl,
      logFile: LOG_FILE,
    }),
  });
}

/** Reads all that the process writes into `lines`; the returned function takes what is not a whole line yet. */
function collectOutput(child: ChildProcess, lines: LogLine[]): () => void {
  const sink = (line: LogLine): void => void lines.push(line);
  const { stdout, stderr, stdio } = child;
  const flushes = [stdout, stderr].flatMap((pipe) => (pipe ? [readLines(pipe, sink)] : []));
  const records = stdio[LOG_FILE];
  if (records) readRecords(records as Readable, sink); // because it is a pipe that the process writes
  return () => flushes.forEach((flush) => flush());
}

/** A process writes before it answers: what it wrote is in the pipes, and read within a turn of the event loop. */
async function outputRead(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function within<Value>(
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'timeout');
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** `2026/11/21/[$LATEST]` and 32 digits. */
function streamName(version: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[${version}]${randomBytes(16).toString('hex')}`;
}

/** MB that the process has used at most, where the system tells. */
function peakMemory({ pid }: ChildProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Math.ceil(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
