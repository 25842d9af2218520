// Two clients: one that sends what HTTP libraries would not let through, one that sends requests one at a time.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** Sends bytes as they are and collects what comes back until the server closes, or `idle` milliseconds of silence. */
export async function sendRaw(
  port: number,
  chunks: readonly (string | Uint8Array)[],
  { idle = 300 }: { readonly idle?: number } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const arm = (): void => {
      clearTimeout(timer);
      if (received !== '') timer = setTimeout(settle, idle);
    };
    socket.on('data', (data) => {
      received += data.toString('latin1');
      arm();
    });
    socket.on('close', settle);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') settle();
      else reject(error);
    });
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The status and the body of the first answer in what came back. */
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

/** Sends one request on a connection of its own, with exactly these headers and Host. */
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
        resolve({
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
        });
      });
    });
    request.end(body);
  });
}
