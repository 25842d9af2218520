// Sends the requests of the SDK over shared connections. It notices a connection that stalls, and refuses an answer
// that is not from AWS.
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Connections } from './connections.js';

export type HandlerOptions = {
  readonly idleSeconds: number;
  readonly connections: Connections;
  /** True when the service answers in XML. */
  readonly isXml: boolean;
};

const CONNECT_SECONDS = 10;

export function openHandler({ idleSeconds, connections, isXml }: HandlerOptions): NodeHttpHandler {
  return new RequestHandler(
    {
      connectionTimeout: CONNECT_SECONDS * 1000,
      socketTimeout: idleSeconds * 1000,
      ...connections,
    },
    isXml,
  );
}

type Handle = NodeHttpHandler['handle'];

class RequestHandler extends NodeHttpHandler {
  readonly #isXml: boolean;

  constructor(options: ConstructorParameters<typeof NodeHttpHandler>[0], isXml: boolean) {
    super(options);
    this.#isXml = isXml;
  }

  override async handle(...call: Parameters<Handle>): ReturnType<Handle> {
    const answer = await super.handle(...call);
    await refuseForeign(answer.response, { isXml: this.#isXml });
    return answer;
  }
}

/** The answer before the SDK reads it. */
type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type ForeignAnswers = {
  /** True for IAM, which answers in XML. */
  readonly isXml: boolean;
};

/** Throws an error like those of the SDK when the answer is not from AWS. */
async function refuseForeign(answer: unknown, { isXml }: ForeignAnswers): Promise<void> {
  if (!isAnswer(answer)) return;
  const { statusCode, headers } = answer;
  const type = (headers['content-type'] ?? '').toLowerCase();
  const isKnown = headers['x-amzn-requestid'] !== undefined;
  const form = formOf(type);
  const isForeign =
    statusCode === 407 ||
    form === 'a page of HTML' ||
    (!isKnown && form === 'XML' && !isXml) ||
    (!isKnown && form === 'text' && statusCode >= 300);
  if (!isForeign) return;
  const title = titleOf(await textOf(answer.body));
  const what = form === undefined ? 'an answer' : form;
  const message = `${what} with status ${statusCode}${title === '' ? '' : `, "${title}"`}`;
  throw Object.assign(new Error(message), {
    name: 'ForeignAnswer',
    $metadata: { httpStatusCode: statusCode },
  });
}

function formOf(type: string): string | undefined {
  if (type.includes('html')) return 'a page of HTML';
  if (type.includes('xml')) return 'XML';
  return type.startsWith('text/') ? 'text' : undefined;
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'statusCode' in answer;
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

/** Returns the title of an HTML page, or the beginning of another text. */
function titleOf(text: string): string {
  const heading = /<(title|h1|message)\b[^>]*>([^<]+)/i.exec(text)?.[2];
  const plain = heading ?? text.replace(/<(style|script)\b[^]*?<\/\1>|<[^>]*>/gi, ' ');
  return plain
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
