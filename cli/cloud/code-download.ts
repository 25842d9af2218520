// Downloads the zip of a function from the presigned URL of Lambda, which is valid for ten minutes.
import { createHash } from 'node:crypto';
import { type IncomingMessage, get as getOverHttp } from 'node:http';
import { get as getOverHttps } from 'node:https';
import { type Connections, IDLE_SECONDS } from './connections.js';

export type CodeLocation = {
  /** A presigned URL, which must not be printed. */
  readonly url: string;
  /** The expected SHA-256 of the bytes, in base64. */
  readonly sha256: string;
};

export type DownloadOptions = {
  /** True with an emulator, whose URL may be plain HTTP. */
  readonly allowsHttp: boolean;
  readonly connections: Connections;
  readonly signal: AbortSignal;
};

/** Returns the bytes. Throws an error like those of the SDK, so that it is read and repeated like them. */
export async function downloadZip(
  { url, sha256 }: CodeLocation,
  options: DownloadOptions,
): Promise<Uint8Array> {
  const { protocol, host } = new URL(url);
  if (protocol !== 'https:' && !(options.allowsHttp && protocol === 'http:'))
    throw failedDownload(`the address is not one of https but of ${protocol}`, 400);
  let answer: Answer;
  try {
    answer = await fetchBytes(url, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw failedDownload(`${host}: ${reasonOf(error)}`, 503);
  }
  if (answer.status !== 200)
    throw failedDownload(`${host} answers ${answer.status}`, answer.status);
  if (createHash('sha256').update(answer.bytes).digest('base64') !== sha256)
    throw failedDownload(`what ${host} sent is not whole`, 500);
  return answer.bytes;
}

type Answer = { readonly status: number; readonly bytes: Uint8Array };

async function fetchBytes(url: string, { connections, signal }: DownloadOptions): Promise<Answer> {
  const isSecure = url.startsWith('https:');
  const get = isSecure ? getOverHttps : getOverHttp;
  const agent = isSecure ? connections.httpsAgent : connections.httpAgent;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { agent, signal, timeout: IDLE_SECONDS * 1000 }, resolve);
    request.on('error', reject);
    request.on('timeout', () => {
      request.destroy(new Error(`no byte came for ${IDLE_SECONDS} s`));
    });
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) {
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** An error in the form of the SDK's. */
function failedDownload(message: string, status: number): Error {
  return Object.assign(new Error(message), {
    name: 'CodeDownload',
    $metadata: { httpStatusCode: status },
  });
}
