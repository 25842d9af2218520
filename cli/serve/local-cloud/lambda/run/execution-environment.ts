// An execution environment: a process that runs a version of a function, one invocation at a time, with its log stream.
import { randomBytes, randomUUID } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import { devNull } from 'node:os';
import { type Invocation, type Outcome, startRuntimeApi } from './runtime-api.js';
import type { LogLine } from '../../logs/log-store.js';
import type { SessionCredentials } from '../../server/caller.js';
import { within } from '../../service.js';
import type { CloudFunction, Version } from '../function-book.js';
import type { FunctionSettings } from '../settings.js';

export type FunctionRun = {
  readonly owner: CloudFunction;
  readonly version: Version;
  /** The ARN in the form that the caller used. */
  readonly arn: string;
  readonly payload: string;
  /** Receives the output of a streaming handler as it arrives. */
  readonly onChunk?: (chunk: Buffer) => Promise<void> | void;
};

type EnvironmentPorts = {
  readonly node: string;
  /** Arguments for Node; defaults to the runtime of this package. */
  readonly runtime?: readonly string[];
  readonly region: string;
  /** The endpoint for the SDK, through which a function reaches only this cloud. */
  readonly cloudUrl: string;
  readonly folder: string;
  readonly credentials: SessionCredentials;
  readonly write: (stream: string, lines: readonly LogLine[]) => void;
};

export type ExecutionEnvironment = {
  readonly invoke: (
    call: Pick<Invocation, 'payload' | 'onChunk'> & { readonly arn: string },
  ) => Promise<Execution>;
  /** Returns false if the process has exited or must not be reused. */
  readonly isUsable: () => boolean;
  readonly stop: () => void;
};

/**
 * Lambda limits an initialization to ten seconds, and then restarts it within the timeout of the invocation. A busy local
 * machine can be much slower than Lambda, so the limit here is one minute, after which the initialization continues within the
 * timeout. docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const INIT_LIMIT = 60_000;
/** How long the runtime may take from a response to its next request, in milliseconds. This time counts as invocation time. */
const REST_LIMIT = 1000;

export async function startEnvironment(
  { owner, version }: { readonly owner: CloudFunction; readonly version: Version },
  ports: EnvironmentPorts,
): Promise<ExecutionEnvironment> {
  const { settings } = version;
  const { memorySize, timeout } = settings;
  const api = await startRuntimeApi();
  const logStream = streamName(version.version);
  const log = createLogLines();
  log.add(initStartLine(settings.runtime, ports.region));
  const begun = performance.now();
  const place = {
    ...ports,
    ...{ functionName: owner.name, version: version.version, settings, logStream },
    runtimeApi: api.address,
  };
  const child = startProcess(place, log.add);
  let isUsable = true;
  void child.exited.then((code) => {
    isUsable = false;
    api.exited(code);
  });

  let isCold = true;

  return {
    isUsable: () => isUsable,
    stop: () => {
      isUsable = false;
      child.kill();
      api.close();
    },
    invoke: async ({ arn, payload, onChunk }) => {
      const requestId = randomUUID();
      await within(INIT_LIMIT, api.initialized);
      const initDuration = isCold ? performance.now() - begun : undefined;
      isCold = false;
      log.add(`START RequestId: ${requestId} Version: ${version.version}\n`);
      const started = performance.now();
      const deadline = Date.now() + timeout * 1000;
      const sink = onChunk && { onChunk };
      const call = { id: requestId, functionArn: arn, payload, deadline, ...sink };
      const outcome = await within(timeout * 1000, api.invoke(call));
      const duration = performance.now() - started;
      const memoryUsed = child.peakMemory() ?? memorySize;
      const ending = readEnding(outcome, { requestId, timeout });
      const { kind, isBroken, note, isStreamed = false } = ending;
      if (isBroken) {
        isUsable = false;
        child.kill();
      } else await within(REST_LIMIT, api.rested());
      await child.drain();
      if (note !== undefined) log.add(note);
      log.add(`END RequestId: ${requestId}\n`);
      log.add(reportLine({ requestId, duration, initDuration, memorySize, memoryUsed, ...ending }));
      const lines = log.take();
      ports.write(logStream, lines);
      return { kind, payload: ending.payload, isStreamed, lines };
    },
  };
}

/** Returns `2026/11/21/[$LATEST]` followed by 32 hexadecimal digits. */
function streamName(version: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[${version}]${randomBytes(16).toString('hex')}`;
}

/** The built runtime client; this file is in a chunk next to it. */
const RUNTIME: string = fileURLToPath(new URL('../cli/runtime-client.js', import.meta.url));

function startProcess(options: ProcessPlace, sink: LogSink) {
  const { node, runtime = [RUNTIME], settings, folder } = options;
  const heap = `--max-old-space-size=${Math.floor(settings.memorySize * 0.9)}`;
  const child = spawn(node, [heap, ...runtime], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(options),
  });
  const flushes = [child.stdout, child.stderr].map((stream) => readOutput(stream, sink));
  return {
    /** Resolves with the exit code; null after a signal. */
    exited: new Promise<number | null>((resolve) => {
      child.on('exit', resolve).on('error', () => resolve(1));
    }),
    drain: async () => {
      // The process writes its output before its response, so the output is read within a few turns of the event loop.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (const flush of flushes) flush();
    },
    peakMemory: () => peakMemory(child),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Returns the peak memory in MB; undefined if the operating system does not report it. */
function peakMemory({ pid }: ChildProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Math.ceil(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}

/** `take` returns the lines since the previous call. */
function createLogLines() {
  const lines: LogLine[] = [];
  let latest = 0;
  const add: LogSink = (message, timestamp = Date.now()) => {
    latest = Math.max(latest, timestamp);
    lines.push({ timestamp: latest, message });
  };
  return { add, take: (): readonly LogLine[] => lines.splice(0) };
}

// Splits the output of a process into log events: each line of standard output or standard error is an event, and so is each
// record that the runtime interface client writes for a `console` call, even if the record has several lines.

/** Takes a log event; the timestamp defaults to now. */
type LogSink = (message: string, timestamp?: number) => void;

const MARK = Buffer.from([0xa5, 0x5a]);
const LINE_END = 0x0a;
/** The size of a record's header: a type and a length of 4 bytes each, and a time in microseconds of 8 bytes. */
const HEADER = 16;

/** Reads lines and records, which may alternate. The returned function emits an incomplete last line. */
function readOutput(stream: Readable, sink: LogSink): () => void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let piece = nextPiece(rest); piece; piece = nextPiece(rest)) {
      rest = rest.subarray(piece.length);
      sink(piece.message, piece.timestamp);
    }
  });
  return () => {
    if (rest.length > 0) sink(rest.toString());
    rest = Buffer.alloc(0);
  };
}

type Piece = {
  readonly length: number;
  readonly message: string;
  readonly timestamp?: number;
};

/** Returns the next line or record; undefined if more bytes are needed. */
function nextPiece(bytes: Buffer): Piece | undefined {
  const mark = bytes.indexOf(MARK);
  if (mark === 0) return nextRecord(bytes);
  const lineEnd = bytes.indexOf(LINE_END) + 1;
  const isLineFirst = lineEnd > 0 && (mark === -1 || lineEnd <= mark);
  const length = isLineFirst ? lineEnd : mark;
  return length > 0 ? { length, message: bytes.subarray(0, length).toString() } : undefined;
}

function nextRecord(bytes: Buffer): Piece | undefined {
  if (bytes.length < HEADER) return undefined;
  const length = HEADER + bytes.readUInt32BE(4);
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(HEADER, length).toString();
  return {
    length,
    message: text.endsWith('\n') ? text : `${text}\n`,
    timestamp: Math.floor(Number(bytes.readBigUInt64BE(8)) / 1000),
  };
}

// The environment variables of a function's process.
// docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime

type ProcessPlace = EnvironmentPorts & {
  readonly functionName: string;
  readonly version: string;
  readonly settings: FunctionSettings;
  readonly logStream: string;
  /** `host:port` of the Runtime API. */
  readonly runtimeApi: string;
};

function processEnvironment(options: ProcessPlace): Readonly<Record<string, string>> {
  const { settings, folder } = options;
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...sessionEnvironment(options),
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: options.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: options.version,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memorySize),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${options.functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: options.logStream,
    AWS_LAMBDA_RUNTIME_API: options.runtimeApi,
    LAMBDA_TASK_ROOT: folder,
    LAMBDA_RUNTIME_DIR: folder,
    _HANDLER: settings.handler,
    // Sends records from `console` to standard output as well, so that all output keeps its order.
    _LAMBDA_TELEMETRY_LOG_FD: '1',
  };
}

/**
 * Returns the function's own variables, and the variables that direct its calls to this cloud with the permissions of its role.
 */
export function sessionEnvironment(
  session: Pick<ProcessPlace, 'region' | 'settings' | 'cloudUrl' | 'credentials'>,
): Readonly<Record<string, string>> {
  const { region, settings, cloudUrl, credentials } = session;
  return {
    AWS_ENDPOINT_URL: cloudUrl,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...settings.environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  };
}

export type Execution = {
  readonly kind: 'returned' | 'failed';
  /** JSON text: the return value of the function, or its error. */
  readonly payload: string;
  /** True for a streaming handler: its output went to `onChunk`, and the payload contains only its error. */
  readonly isStreamed: boolean;
  /** All log lines of the invocation, including those of Lambda. */
  readonly lines: readonly LogLine[];
};

type Ending = {
  readonly kind: Execution['kind'];
  readonly payload: string;
  readonly isStreamed?: true;
  readonly status: 'ok' | 'timeout' | 'error';
  /** For example `Runtime.ExitError`. */
  readonly errorType?: string;
  readonly note?: string;
  readonly isBroken: boolean;
};

/** The maximum size of a response, in bytes. */
const RESPONSE_LIMIT = 6 * 1024 * 1024 + 100;

function readEnding(
  outcome: Outcome | 'timeout',
  { requestId, timeout }: { readonly requestId: string; readonly timeout: number },
): Ending {
  if (outcome === 'timeout') {
    const text = `Task timed out after ${timeout.toFixed(2)} seconds`;
    const note = `${new Date().toISOString()} ${requestId} ${text}\n\n`;
    const message = `RequestId: ${requestId} Error: ${text}`;
    return { ...broken('timeout', 'Sandbox.Timedout', message), note };
  }
  if (outcome.kind === 'exited') {
    const message = `RequestId: ${requestId} Error: ${exitReason(outcome.code)}`;
    const ending = broken('error', 'Runtime.ExitError', message);
    return { ...ending, note: `${message}\nRuntime.ExitError\n` };
  }
  if (outcome.kind === 'streamed') {
    const { failure } = outcome;
    const kind = failure === undefined ? 'returned' : 'failed';
    return { kind, payload: failure ?? '', isStreamed: true, status: 'ok', isBroken: false };
  }
  if (outcome.kind === 'error')
    return { kind: 'failed', payload: outcome.body, status: 'ok', isBroken: false };
  if (Buffer.byteLength(outcome.body) <= RESPONSE_LIMIT)
    return { kind: 'returned', payload: outcome.body, status: 'ok', isBroken: false };
  const message = `Response payload size exceeded maximum allowed payload size (${RESPONSE_LIMIT} bytes).`;
  return { ...broken('ok', 'Function.ResponseSizeTooLarge', message), isBroken: false };
}

function broken(status: Ending['status'], errorType: string, errorMessage: string): Ending {
  const payload = JSON.stringify({ errorType, errorMessage });
  const shown = status === 'error' ? { errorType } : {};
  return { kind: 'failed', payload, status, isBroken: true, ...shown };
}

function exitReason(code: number | null): string {
  if (code === 0) return 'Runtime exited without providing a reason';
  return `Runtime exited with error: ${code === null ? 'signal: killed' : `exit status ${code}`}`;
}

type Report = Pick<Ending, 'status' | 'errorType'> & {
  readonly requestId: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds to load the modules, if the environment was new. */
  readonly initDuration: number | undefined;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
};

function initStartLine(runtime: string, region: string): string {
  const [, version = ''] = /nodejs(\d+)/.exec(runtime) ?? [];
  const arn = `arn:aws:lambda:${region}::runtime:${'0'.repeat(64)}`;
  return `INIT_START Runtime Version: nodejs:${version}.v1\tRuntime Version ARN: ${arn}\n`;
}

function reportLine(report: Report): string {
  const { duration, initDuration, status, errorType } = report;
  const parts = [
    `REPORT RequestId: ${report.requestId}`,
    `Duration: ${duration.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(duration + (initDuration ?? 0))} ms`,
    `Memory Size: ${report.memorySize} MB`,
    `Max Memory Used: ${report.memoryUsed} MB`,
    ...(initDuration === undefined ? [] : [`Init Duration: ${initDuration.toFixed(2)} ms`]),
    ...(status === 'ok' ? [] : [`Status: ${status}`]),
    ...(errorType === undefined ? [] : [`Error Type: ${errorType}`]),
  ];
  return `${parts.join('\t')}\t\n`;
}
