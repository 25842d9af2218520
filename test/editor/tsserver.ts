// A real tsserver, used as an editor uses it, through its standard streams.
import { spawn } from 'node:child_process';

export type TsServer = {
  /** Sends a request and resolves with the body of its response; rejects if tsserver reports an error. */
  readonly ask: (command: string, args: unknown) => Promise<unknown>;
  /** Sends a request that has no response, such as `open` or `change`. */
  readonly tell: (command: string, args: unknown) => void;
  readonly close: () => Promise<void>;
};

type Message = {
  readonly type: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
};

type Waiting = { readonly done: (body: unknown) => void; readonly fail: (error: Error) => void };

/** Starts the tsserver at the given path. */
export function startTsServer(path: string, env: NodeJS.ProcessEnv): TsServer {
  const args = [path, '--disableAutomaticTypingAcquisition', '--suppressDiagnosticEvents'];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, Waiting>();
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  let seq = 0;
  let text = '';
  const send = (command: string, given: unknown): number => {
    seq += 1;
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: given })}\n`);
    return seq;
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    // Each message is on a separate line after its header.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line) as Message; // because the protocol defines it
      const request = waiting.get(message.request_seq ?? 0);
      if (message.type !== 'response' || !request) continue;
      if (message.success === true) request.done(message.body);
      else request.fail(new Error(message.message));
    }
  });
  void closed.then(() => {
    for (const { fail } of waiting.values()) fail(new Error('tsserver ended'));
  });
  return {
    ask: (command, given) =>
      new Promise((done, fail) => waiting.set(send(command, given), { done, fail })),
    tell: send,
    close: () => {
      child.kill();
      return closed;
    },
  };
}
