// Notices an answer that is not from AWS, such as the page of a proxy or the sign-in of a network. The SDK would only
// say where it stops being JSON.

/** The answer before the SDK reads it. */
type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type ForeignAnswers = {
  /** True for IAM, which answers in XML. */
  readonly isXml: boolean;
};

/** Throws an error like those of the SDK when the answer is not from AWS. */
export async function refuseForeign(answer: unknown, { isXml }: ForeignAnswers): Promise<void> {
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
