// Sends the SDK's requests over shared connections. It detects stalled connections, and rejects responses that are not from AWS
// or do not end.
import { Readable, Transform, pipeline } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Connections } from './service.js';

export type HandlerOptions = {
  readonly idleSeconds: number;
  readonly connections: Connections;
  readonly isXml: boolean;
};

const CONNECT_SECONDS = 10;
/** Returns the maximum number of seconds for a response whose bytes keep arriving. */
const answerSeconds = (idle: number): number => Math.min(6 * idle, idle + 100);
/** The slowest connection that can upload a package, in bytes per second. */
const SLOWEST_UPLOAD = 16_000;
/** Larger than any response: an exported API or the result of a function can be up to 6 MB. */
const LARGEST_ANSWER = 32 * 1024 * 1024;
/** Larger than a function can stream, which is 200 MB. */
const LARGEST_STREAM = 256 * 1024 * 1024;

export function openHandler({ idleSeconds, connections, isXml }: HandlerOptions): NodeHttpHandler {
  const timeouts = { connectionTimeout: CONNECT_SECONDS * 1000, socketTimeout: idleSeconds * 1000 };
  const bounds = { isXml, seconds: answerSeconds(idleSeconds) };
  return new RequestHandler({ ...timeouts, ...connections }, bounds);
}

type Handle = NodeHttpHandler['handle'];

class RequestHandler extends NodeHttpHandler {
  readonly #bounds: Bounds;

  constructor(options: ConstructorParameters<typeof NodeHttpHandler>[0], bounds: Bounds) {
    super(options);
    this.#bounds = bounds;
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const uploaded = Number(request.headers['content-length'] ?? 0);
    const seconds = this.#bounds.seconds + Math.ceil(uploaded / SLOWEST_UPLOAD);
    const end = AbortSignal.timeout(Math.ceil(seconds * 1000));
    // The SDK's type refers to a different AbortSignal, whose events have a different type.
    const given = [options?.abortSignal].filter((one) => one instanceof AbortSignal);
    const abortSignal = AbortSignal.any([...given, end]);
    try {
      const answer = await super.handle(request, { ...options, abortSignal });
      const { response } = answer;
      const isStream = request.path.endsWith('/response-streaming-invocations');
      const most = isStream ? LARGEST_STREAM : LARGEST_ANSWER;
      if (response.body instanceof Readable)
        response.body = bounded(response.body, most, abortSignal);
      await refuseForeign(response, this.#bounds.isXml);
      return answer;
    } catch (error) {
      if (given.some(({ aborted }) => aborted) || !end.aborted) throw error;
      throw tooSlow(seconds);
    }
  }
}

type Bounds = {
  readonly isXml: boolean;
  /** The maximum time for a response, not including the time for the upload. */
  readonly seconds: number;
};

/** Returns a stream of the body that fails if the body is too long or does not end before the signal is aborted. */
function bounded(body: Readable, most: number, signal: AbortSignal): Readable {
  let size = 0;
  const whole = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      size += piece.length;
      const message = `a response of more than ${most / 1024 / 1024} MB`;
      done(size > most ? foreignAnswer(message, 200) : null, piece);
    },
  });
  const stop = (): void => {
    whole.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  pipeline(body, whole, () => {
    signal.removeEventListener('abort', stop);
  });
  return whole;
}

function tooSlow(seconds: number): Error {
  const message = `no complete response arrived within ${seconds} s`;
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}

/** Creates an error in the SDK's format. */
function foreignAnswer(message: string, httpStatusCode: number): Error {
  return Object.assign(new Error(message), {
    name: 'ForeignAnswer',
    $metadata: { httpStatusCode },
  });
}

type Answer = Awaited<ReturnType<Handle>>['response'];

/** Throws if the response is not from AWS. */
async function refuseForeign(response: Answer, isXml: boolean): Promise<void> {
  const { statusCode, headers } = response;
  const type = (headers['content-type'] ?? '').toLowerCase();
  const isKnown = headers['x-amzn-requestid'] !== undefined;
  const form = formOf(type);
  const isForeign =
    statusCode === 407 ||
    form === 'an HTML page' ||
    (!isKnown && form === 'XML' && !isXml) ||
    (!isKnown && form === 'text' && statusCode >= 300);
  if (!isForeign) return;
  const title = titleOf(await textOf(response.body));
  const end = title === '' ? '' : `, "${title}"`;
  throw foreignAnswer(`${form ?? 'an answer'} with status ${statusCode}${end}`, statusCode);
}

function formOf(type: string): string | undefined {
  if (type.includes('html')) return 'an HTML page';
  if (type.includes('xml')) return 'XML';
  return type.startsWith('text/') ? 'text' : undefined;
}

const LONGEST = 100_000;

async function textOf(body: unknown): Promise<string> {
  if (!isStream(body)) return '';
  let text = '';
  for await (const piece of body) {
    text += String(piece);
    if (text.length > LONGEST) break;
  }
  return text;
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Returns the title of an HTML page, or the beginning of any other text. */
function titleOf(text: string): string {
  const heading = /<(title|h1|message)\b[^>]*>([^<]+)/i.exec(text)?.[2];
  const plain = heading ?? text.replace(/<(style|script)\b[^]*?<\/\1>|<[^>]*>/gi, ' ');
  const line = plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, 80);
}
