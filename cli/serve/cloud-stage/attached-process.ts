// Attaches `framework local --cloud` to its local cloud, which sends it the invocations of functions and receives the results.
import { Agent, type ClientRequest, request, type RequestOptions } from 'node:http';
import type {
  AttachedLine,
  AttachedResult,
  AttachRequest,
} from '../local-cloud/lambda/run/attachments.js';
import type { FunctionOutcome } from '../gateway/index.js';

/** The URL of the local cloud, and the token that it issued to the CLI's own processes. */
export type CloudAddress = { readonly url: string; readonly token: string };

type Invocation = Pick<Extract<AttachedLine, { kind: 'invocation' }>, 'id' | 'name'>;

export type AttachedEvents = {
  /** `name` is the function's name in the local cloud. */
  readonly onInvocation: (name: string, event: unknown) => Promise<FunctionOutcome>;
  /** Called when the cloud no longer waits for a result, because it took too long or this process has been detached. */
  readonly onLate: (name: string) => void;
  readonly onDenial: (text: string) => void;
  /** Called when the cloud runs the deployed code of a function instead of this process. */
  readonly onDeployed: (name: string) => void;
  /** Called when another process starts to receive the invocations. */
  readonly onReplaced: () => void;
  /** Called when no process receives the invocations, so that this process can take over. */
  readonly onFree: () => void;
  readonly onLost: () => void;
};

export type AttachedProcess = {
  /** The environment variables of each function, keyed by the function's name in the local cloud. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Stops receiving invocations. Functions that are running complete, but the cloud counts them as failed. */
  readonly detach: () => void;
};

/** Rejects if the local cloud does not respond or rejects the request. */
export function attachFunctions(
  address: CloudAddress,
  asked: AttachRequest,
  events: AttachedEvents,
): Promise<AttachedProcess> {
  // Many results are sent one after the other, so their connections are reused.
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const end = (then?: () => void): void => {
    if (isOver) return;
    isOver = true;
    then?.();
  };
  const post = (path: string, options: RequestOptions = {}): ClientRequest =>
    request(`${address.url}/_framework/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${address.token}`, 'Content-Type': 'application/json' },
      ...options,
    });
  const send = (
    { id, name }: Invocation,
    result: AttachedResult,
    own: Agent | false = agent,
  ): void => {
    const sent = post(`result?id=${id}`, { agent: own });
    sent.on('response', (answer) => {
      answer.resume();
      // The cloud may have received a result that is sent once more.
      if (answer.statusCode === 410 && own) events.onLate(name);
    });
    sent.on('error', () => {
      // After this machine has been asleep, a connection that was kept open no longer works, so the result is sent once more,
      // on a new connection. If the local cloud has ended, the connection for invocations reports that.
      if (own) send({ id, name }, result, false);
    });
    sent.end(JSON.stringify(result));
  };
  return new Promise((resolve, reject) => {
    const opened = post('attach', { agent: false });
    const take = (line: AttachedLine): void => {
      switch (line.kind) {
        case 'attached':
          resolve({
            environments: line.environments,
            detach: () => {
              end();
              opened.destroy();
            },
          });
          return;
        case 'invocation':
          void events.onInvocation(line.name, line.event).then((outcome) => {
            send(line, resultOf(outcome));
          });
          return;
        case 'denied':
          events.onDenial(line.text);
          return;
        case 'deployed':
          events.onDeployed(line.name);
          return;
        case 'free':
          events.onFree();
          return;
        case 'replaced':
          end(events.onReplaced);
      }
    };
    opened.on('error', (error) => {
      reject(error);
      end(events.onLost);
    });
    opened.on('response', (answer) => {
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        if (answer.statusCode !== 200) return;
        for (const line of lines) take(JSON.parse(line) as AttachedLine); // because the local cloud sends lines of this type
      });
      answer.on('close', () => {
        reject(new Error(`The cloud refused to attach functions: ${answer.statusCode} ${rest}`));
        end(events.onLost);
      });
    });
    opened.end(JSON.stringify(asked));
  });
}

/** Returns the result in Lambda's format: docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
function resultOf(outcome: FunctionOutcome): AttachedResult {
  if (outcome.kind === 'returned') {
    return { kind: 'returned', payload: JSON.stringify(outcome.value ?? null) };
  }
  const { type: errorType = 'Error', message: errorMessage, trace } = outcome;
  const stack = trace === undefined ? {} : { trace: trace.split('\n') };
  return { kind: 'failed', payload: JSON.stringify({ errorType, errorMessage, ...stack }) };
}
