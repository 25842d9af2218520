// An execution environment: a process that runs a version of a function, one invocation at a time, and its log stream.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Invocation, type Outcome, startRuntimeApi } from './runtime-api.js';
import type { LogLine } from '../../logs/log-store.js';
import type { SessionCredentials } from '../../server/credentials.js';
import type { CloudFunction, Version } from '../function-book.js';
import { type Execution, readEnding } from './execution.js';
import { RUNTIME, startProcess } from './function-process.js';
import { createLogLines } from './log-lines.js';
import { endLine, initStartLine, reportLine, startLine } from './platform-lines.js';

export type EnvironmentPorts = {
  readonly node: string;
  /** Arguments for Node; defaults to the runtime of this package. */
  readonly runtime?: readonly string[];
  readonly region: string;
  readonly cloudUrl: string;
  readonly folder: string;
  readonly credentials: SessionCredentials;
  /** Takes the log lines of an invocation when it is complete. */
  readonly write: (stream: string, lines: readonly LogLine[]) => void;
};

export type ExecutionEnvironment = {
  readonly invoke: (
    call: Pick<Invocation, 'payload' | 'onChunk'> & { readonly arn: string },
  ) => Promise<Execution>;
  /** False if the process has exited or must not be reused. */
  readonly isUsable: () => boolean;
  readonly stop: () => void;
};

/**
 * Lambda limits an initialization to ten seconds, and then restarts it within the timeout of the invocation. A busy local
 * machine can take much longer than Lambda, so the limit here is one minute, and the initialization then continues within the
 * timeout. docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const INIT_LIMIT = 60_000;
/** What the runtime does between its response and the next event is part of the invocation. */
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
    region: ports.region,
    functionName: owner.name,
    version: version.version,
    settings,
    folder: ports.folder,
    logGroup: `/aws/lambda/${owner.name}`,
    logStream,
    runtimeApi: api.address,
    cloudUrl: ports.cloudUrl,
    credentials: ports.credentials,
  };
  const child = startProcess([ports.node, ...(ports.runtime ?? [RUNTIME])], place, log.add);
  let isUsable = true;
  void child.exited.then((code) => {
    isUsable = false;
    api.exited(code);
  });
  const run = async (call: Parameters<typeof api.invoke>[0]): Promise<Outcome | 'timeout'> =>
    within(timeout * 1000, api.invoke(call));
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
      log.add(startLine(requestId, version.version));
      const started = performance.now();
      const deadline = Date.now() + timeout * 1000;
      const sink = onChunk && { onChunk };
      const call = { id: requestId, functionArn: arn, payload, deadline, ...sink };
      const outcome = await run(call);
      const duration = performance.now() - started;
      const memoryUsed = child.peakMemory() ?? memorySize;
      const {
        kind,
        isBroken,
        note,
        isStreamed = false,
        ...ending
      } = readEnding(outcome, { requestId, timeout });
      if (isBroken) {
        isUsable = false;
        child.kill();
      } else await within(REST_LIMIT, api.rested());
      await child.drain();
      if (note !== undefined) log.add(note);
      log.add(endLine(requestId));
      log.add(reportLine({ requestId, duration, initDuration, memorySize, memoryUsed, ...ending }));
      const lines = log.take();
      ports.write(logStream, lines);
      return { kind, payload: ending.payload, isStreamed, lines };
    },
  };
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

/** Returns `2026/11/21/[$LATEST]` followed by 32 hexadecimal digits. */
function streamName(version: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[${version}]${randomBytes(16).toString('hex')}`;
}
