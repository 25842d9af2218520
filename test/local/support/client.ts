// Two HTTP clients: one that sends requests that HTTP libraries would reject, and one that sends requests one at a time.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/**
 * Sends bytes unchanged and collects the response until the server closes the connection, or until the given number of
 * responses has arrived.
 */
export async function sendRaw(
  port: number,
  chunks: readonly (string | Uint8Array)[],
  { answers = 1 }: { readonly answers?: number } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (wholeAnswers(received) >= answers) settle();
    });
    socket.on('close', settle);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') settle();
      else reject(error);
    });
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** Returns the number of complete responses; `100 Continue` does not count. */
function wholeAnswers(received: string): number {
  let count = 0;
  for (let rest = received; ;) {
    const [, status, headers = ''] = /^HTTP\/1\.[01] (\d{3})([^]*?\r\n\r\n)/.exec(rest) ?? [];
    if (status === undefined) return count;
    const end = rest.indexOf('\r\n\r\n') + 4 + bodyLength(status, headers, rest);
    // Without a length, the body ends with the connection.
    if (Number.isNaN(end) || rest.length < end) return count;
    if (!status.startsWith('1')) count += 1;
    rest = rest.slice(end);
  }
}

/** Returns the length of the body; NaN while it is unknown. */
function bodyLength(status: string, headers: string, rest: string): number {
  if (/^(?:1..|204|304)$/.test(status)) return 0;
  if (!/^transfer-encoding: chunked/im.test(headers))
    return Number(/^content-length: (\d+)/im.exec(headers)?.[1]);
  const [chunks] = /(?<=\r\n\r\n)(?:[^]*?\r\n)?0\r\n\r\n/.exec(rest) ?? [];
  return chunks?.length ?? NaN;
}

/** Returns the status and the body of the first response. */
export function firstAnswer(received: string): string {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1] ?? 'nothing';
  const body = received.split('\r\n\r\n')[1] ?? '';
  return `${status} ${body}`.trim();
}

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
  readonly text: string;
};

export type SentRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
};

/** Sends one request on a separate connection, with exactly these headers and Host. */
export async function send(port: number, sent: SentRequest): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body } = sent;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : [...value],
        ]),
      ),
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const answer: Answer = {
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headersDistinct).map(([name, values = []]) => [
              name,
              values.join(', '),
            ]),
          ),
          headerValues: (name) => response.headersDistinct[name.toLowerCase()] ?? [],
          body: bytes,
          text: bytes.toString('utf8'),
        };
        // Output that the server printed before its response is already in a pipe, and is read before the immediate runs.
        setImmediate(resolve, answer);
      });
    });
    request.end(body);
  });
}
