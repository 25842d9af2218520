// The program that runs in a function's process: a replacement for Lambda's Node.js runtime that behaves the same for
// functions. It requests events from the Runtime API, calls the handler and posts the result. AWS's own client
// (`aws-lambda-ric`) contains compiled code, so this package does not depend on it; test/ric compares the two. Built as
// `dist/cli/runtime-client.js`. docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
/* eslint-disable no-console -- functions write with it, and Lambda gives its lines their form */
import { existsSync, writeSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { createConnection, type NetConnectOpts } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

const { env } = process;
const [host = '', port = ''] = (env['AWS_LAMBDA_RUNTIME_API'] ?? '').split(':');
const ROOT = '/2018-06-01/runtime';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let requestId = '-';

type Context = Readonly<Record<string, unknown>>;
type Handler = ((...values: readonly unknown[]) => unknown) & Readonly<Record<symbol, unknown>>;

class RuntimeError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = `Runtime.${name}`;
  }
}

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
const isJson = env['AWS_LAMBDA_LOG_FORMAT']?.toUpperCase() === 'JSON';
const telemetry = Number(env['_LAMBDA_TELEMETRY_LOG_FD'] ?? Number.NaN);
delete env['_LAMBDA_TELEMETRY_LOG_FD'];

function patchConsole(): void {
  const least = LEVELS.findIndex((level) => level === env['AWS_LAMBDA_LOG_LEVEL']?.toUpperCase());
  LEVELS.forEach((level, index) => {
    const log = (...values: readonly unknown[]): void => {
      const now = new Date();
      const text = isJson ? jsonLine(now, level, values) : textLine(now, level, values);
      if (Number.isNaN(telemetry)) process.stdout.write(`${text.replaceAll('\n', '\r')}\n`);
      else writeFrame(now, index, isJson ? text : `${text}\n`);
    };
    Reflect.set(console, level.toLowerCase(), index < least ? () => undefined : log);
  });
  console.log = console.info;
}

function textLine(now: Date, level: string, values: readonly unknown[]): string {
  return [now.toISOString(), requestId, level, format(...values)].join('\t');
}

function jsonLine(now: Date, level: string, [first, ...rest]: readonly unknown[]): string {
  const line: Record<string, unknown> = { timestamp: now.toISOString(), level, requestId };
  if (rest.length === 0) {
    try {
      return JSON.stringify({ ...line, message: first }, (_, value: unknown) =>
        value instanceof Error ? Object.assign(described(value, 'stackTrace'), value) : value,
      );
    } catch {
      return JSON.stringify({ ...line, message: format(first) });
    }
  }
  const error = rest.find((value) => value instanceof Error);
  return JSON.stringify({
    ...line,
    message: format(first, ...rest),
    ...(error && described(error, 'stackTrace')),
  });
}

function described(error: Error, stack: string): object {
  return {
    errorType: error.constructor.name,
    errorMessage: error.message,
    [stack]: error.stack?.split('\n'),
  };
}

/** Writes a header of 16 bytes (kind and level, length, microseconds), then the text. */
function writeFrame(now: Date, level: number, text: string): void {
  const body = Buffer.from(text);
  const header = Buffer.alloc(16);
  const kind = isJson ? 0xa5_5a_00_02 : 0xa5_5a_00_03;
  header.writeUInt32BE((kind | ((level + 1) * 4)) >>> 0, 0);
  header.writeInt32BE(body.length, 4);
  header.writeBigInt64BE(BigInt(now.valueOf()) * 1000n, 8);
  writeSync(telemetry, Buffer.concat([header, body]));
}

function logError(title: string, error: unknown): void {
  const thrown = error instanceof Error ? error : new Error(String(error));
  if (isJson) {
    console.error(thrown);
    return;
  }
  const shown = (_: string, value: unknown): unknown => {
    if (!(value instanceof Error)) return value;
    const { name: errorType, message: errorMessage, stack } = value;
    const code: unknown = Reflect.get(value, 'code');
    return Object.assign({ errorType, errorMessage, code }, value, { stack: stack?.split('\n') });
  };
  console.error(title, `\t${JSON.stringify(thrown, shown)}`);
}

type Answer = { readonly headers: IncomingMessage['headers']; readonly text: string };

function call(path: string, body?: string, type?: string): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    }),
    ...(type !== undefined && { 'Lambda-Runtime-Function-Error-Type': type }),
  };
  return new Promise((done, fail) => {
    const options = { host, port, method, path: ROOT + path, agent, headers };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ headers: response.headers, text }));
    });
    sent.on('error', fail).end(body);
  });
}

/** Formats an error. DEL is written as `%7F`, as in Lambda. */
function formatted(error: unknown): { errorType: string; errorMessage: string; trace: string[] } {
  if (!(error instanceof Error))
    return { errorType: typeof error, errorMessage: String(error), trace: [] };
  const clean = (text: string): string => text.replaceAll('\u007F', '%7F');
  return {
    errorType: clean(error.name),
    errorMessage: clean(error.message),
    trace: clean(error.stack ?? '').split('\n'),
  };
}

const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');
const HIGH_WATER_MARK = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark');

async function loadHandler(folder: string, name: string): Promise<Handler> {
  const file = basename(name);
  const [, module = '', member = ''] = /^([^.]*)\.(.*)$/.exec(file) ?? [];
  if (name.includes('..') || module === '')
    throw new RuntimeError('MalformedHandlerName', 'Bad handler');
  const path = resolve(folder, name.slice(0, name.indexOf(file)), module);
  let loaded: unknown;
  try {
    const found = ['', '.js', '.mjs', '.cjs']
      .map((end) => path + end)
      .find((one) => existsSync(one));
    loaded =
      found === undefined
        ? createRequire(join(folder, 'index.js'))(path)
        : await import(pathToFileURL(found).href);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw Object.assign(new RuntimeError('UserCodeSyntaxError', String(error)), {
        stack: error.stack,
      });
    if (error instanceof Error && Reflect.get(error, 'code') === 'MODULE_NOT_FOUND')
      throw new RuntimeError('ImportModuleError', String(error));
    throw error;
  }
  const handler = memberOf(loaded, member) ?? memberOf(memberOf(loaded, 'default'), member);
  if (handler === undefined)
    throw new RuntimeError('HandlerNotFound', `${name} is undefined or not exported`);
  if (typeof handler !== 'function')
    throw new RuntimeError('HandlerNotFound', `${name} is not a function`);
  return handler as Handler; // because its type was checked
}

function memberOf(value: unknown, names: string): unknown {
  return names
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      value,
    );
}

function contextOf(headers: IncomingMessage['headers']): Context {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    functionName: env['AWS_LAMBDA_FUNCTION_NAME'],
    functionVersion: env['AWS_LAMBDA_FUNCTION_VERSION'],
    memoryLimitInMB: env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: env['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: env['AWS_LAMBDA_LOG_STREAM_NAME'],
    clientContext: undefined,
    identity: undefined,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    tenantId: headers['lambda-runtime-aws-tenant-id'],
    xRayTraceId: headers['lambda-runtime-trace-id'],
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

const METHODS =
  'cork destroy end uncork write addListener on once prependListener prependOnceListener off removeListener removeAllListeners setMaxListeners getMaxListeners listeners rawListeners listenerCount eventNames emit';
const MEMBERS =
  'writableFinished writableObjectMode writableEnded writableNeedDrain writableHighWaterMark writableCorked writableLength writable';

type ResponseStream = {
  setContentType: (type: string) => void;
  _onBeforeFirstWrite?: (write: (chunk: string | Uint8Array) => void) => void;
  readonly writableFinished: boolean;
};

/** Opens the stream that a streaming handler writes to, with only the stream members that Lambda provides. */
function openStream(sent: ClientRequest): ResponseStream {
  let isWritten = false;
  const stream = {
    setContentType: (type: string): void => {
      if (isWritten)
        throw new RuntimeError('InvalidStreamingOperation', 'Cannot set content-type, too late.');
      sent.setHeader('Content-Type', type);
    },
  } as ResponseStream; // because the rest is defined below
  const write: unknown = Reflect.get(sent, 'write');
  const writeRaw = (...values: readonly unknown[]): unknown =>
    Reflect.apply(write as Handler, sent, values); // because it is the method of a stream
  sent.write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
    const isRaw = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (!isWritten) stream._onBeforeFirstWrite?.(writeRaw);
    isWritten = true;
    return writeRaw(isRaw ? chunk : JSON.stringify(chunk), ...rest) === true;
  };
  for (const name of METHODS.split(' ')) {
    const method: unknown = Reflect.get(sent, name);
    if (typeof method === 'function') Reflect.set(stream, name, method.bind(sent));
  }
  for (const name of MEMBERS.split(' '))
    Object.defineProperty(stream, name, { get: (): unknown => Reflect.get(sent, name) });
  Object.defineProperty(stream, 'destroyed', {
    get: () => sent.destroyed,
    set: (value: boolean) => {
      sent.destroyed = value;
    },
  });
  return stream;
}

async function runStreaming(handler: Handler, event: unknown, context: Context): Promise<void> {
  const mark = Number(handler[HIGH_WATER_MARK] ?? Number.NaN);
  const own = new Agent({ keepAlive: false, maxSockets: 1 });
  if (!Number.isNaN(mark)) {
    const withMark = { highWaterMark: mark };
    Reflect.set(own, 'createConnection', (options: NetConnectOpts, onConnect: () => void) =>
      createConnection({ ...options, ...withMark }, onConnect),
    );
  }
  const path = `${ROOT}/invocation/${requestId}/response`;
  const headers = {
    'Lambda-Runtime-Function-Response-Mode': 'streaming',
    Trailer: ['Lambda-Runtime-Function-Error-Type', 'Lambda-Runtime-Function-Error-Body'],
    'Content-Type': 'application/octet-stream',
    'Transfer-Encoding': 'chunked',
  };
  const sent = request({ host, port, method: 'POST', path, headers, agent: own });
  const answered = new Promise<void>((done, fail) => {
    sent.on('error', fail);
    sent.on('response', (response) => {
      response.resume().on('end', done).on('error', fail);
    });
  });
  answered.catch(() => undefined);
  const stream = openStream(sent);
  try {
    const result = handler(event, stream, context);
    if (!isThenable(result)) throw new Error('Streaming does not support non-async handlers.');
    if ((await result) !== undefined) console.warn('Streaming handlers ignore return values.');
    await answered;
    if (!stream.writableFinished) throw new Error('Response stream is not finished.');
  } catch (error) {
    await new Promise((done) => setImmediate(done));
    logError('Invoke Error', error);
    const body = formatted(error);
    if (sent.destroyed || sent.writableEnded) return;
    sent.addTrailers({
      'Lambda-Runtime-Function-Error-Type': body.errorType,
      'Lambda-Runtime-Function-Error-Body': Buffer.from(JSON.stringify(body)).toString('base64'),
    });
    await new Promise<void>((done) => sent.end(done));
    await answered.catch(() => undefined);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

async function runBuffered(handler: Handler, event: unknown, context: Context): Promise<void> {
  const path = `/invocation/${requestId}`;
  try {
    const result = await handler(event, context);
    await new Promise((done) => setImmediate(done));
    await call(`${path}/response`, jsonOf(result));
  } catch (error) {
    await new Promise((done) => setImmediate(done));
    logError('Invoke Error', error);
    await call(`${path}/error`, JSON.stringify(formatted(error)));
  }
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value === undefined ? null : value);
  } catch {
    throw new RuntimeError('JSONStringifyError', 'Unable to stringify response body');
  }
}

// Prepared in the same order as in Lambda: globals, console, the module of the handler, events.

Reflect.set(globalThis, 'awslambda', {
  streamifyResponse: (handler: Handler, options?: { readonly highWaterMark?: number }) => {
    const { highWaterMark } = options ?? {};
    const mark = highWaterMark === undefined ? {} : { [HIGH_WATER_MARK]: highWaterMark };
    return Object.assign(handler, { [STREAMING]: 'response', ...mark });
  },
  HttpResponseStream: {
    from: (stream: ResponseStream, prelude: unknown): ResponseStream => {
      stream.setContentType('application/vnd.awslambda.http-integration-response');
      stream._onBeforeFirstWrite = (write) => {
        write(JSON.stringify(prelude));
        write(new Uint8Array(8));
      };
      return stream;
    },
  },
});
patchConsole();

async function init(): Promise<Handler> {
  try {
    const handler = await loadHandler(env['LAMBDA_TASK_ROOT'] ?? '', env['_HANDLER'] ?? '');
    const mode = handler[STREAMING];
    if (mode !== undefined && mode !== 'response')
      throw new RuntimeError('MalformedStreamingHandler', 'Only response streaming is supported.');
    if (handler.length >= 3 && mode === undefined)
      throw new RuntimeError(
        'CallbackHandlerDeprecated',
        'Handlers with a callback are not supported: return a promise.',
      );
    return handler;
  } catch (error) {
    logError('Init Error', error);
    const body = formatted(error);
    await call('/init/error', JSON.stringify(body), body.errorType);
    throw error;
  }
}

const handler = await init();
for (;;) {
  // If the cloud has ended, this process exits.
  const next = await call('/invocation/next').catch(() => process.exit(1));
  requestId = String(next.headers['lambda-runtime-aws-request-id']);
  const trace = next.headers['lambda-runtime-trace-id'];
  if (typeof trace === 'string') env['_X_AMZN_TRACE_ID'] = trace;
  else delete env['_X_AMZN_TRACE_ID'];
  const run = handler[STREAMING] === undefined ? runBuffered : runStreaming;
  await run(handler, JSON.parse(next.text), contextOf(next.headers));
}
