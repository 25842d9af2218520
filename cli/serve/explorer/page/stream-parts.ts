// Reads the explorer server's stream line by line. Each line is a part that is added to the response shown on the page.
import { lengthOf, type SentAnswer, type SentPart } from '../explorer-document.js';

export const NO_SERVER = 'framework local does not respond. Was it stopped?';

/** The maximum numbers of events and of characters of streamed text that are shown. The newest events are kept. */
const MOST_EVENTS = 1000;
const LONGEST = 500_000;

/** Shown for a request that the user stopped on the page. */
export const STOPPED = 'Stopped here.';

/** Resolves to the response, which is incomplete if the request was stopped. `onAnswer` receives intermediate states. */
export async function readParts(
  response: Response,
  signal: AbortSignal,
  onAnswer: (answer: SentAnswer) => void,
): Promise<SentAnswer> {
  let answer: SentAnswer | undefined;
  let headAt = 0;
  let rest = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer = withPart(answer, JSON.parse(line) as SentPart); // because the server sends lines of this type
      if (!answer) continue;
      headAt ||= performance.now();
      onAnswer(answer);
    }
  } catch {
    // The request was stopped, or the server has ended.
  }
  if (!answer) throw new Error(signal.aborted ? STOPPED : NO_SERVER);
  const { streamed = { isOpen: true } } = answer;
  if (!streamed.isOpen) return answer;
  const failure = signal.aborted ? STOPPED : NO_SERVER;
  const milliseconds = answer.milliseconds + performance.now() - headAt;
  return { ...answer, milliseconds, streamed: { ...streamed, isOpen: false, failure } };
}

function withPart(answer: SentAnswer | undefined, part: SentPart): SentAnswer {
  if (part.kind === 'head') {
    return { ...part.answer, streamed: { isOpen: true, firstByte: part.answer.milliseconds } };
  }
  if (!answer) throw new TypeError('The answer has no head.');
  const { streamed = { isOpen: true } } = answer;
  switch (part.kind) {
    case 'chunk':
      return { ...answer, size: answer.size + part.size, ...joined(answer, part.body) };
    case 'events': {
      const events = [...(streamed.events ?? []), ...part.events];
      return {
        ...answer,
        size: answer.size + part.size,
        isCut: events.length > MOST_EVENTS || answer.isCut === true,
        streamed: { ...streamed, events: events.slice(-MOST_EVENTS) },
      };
    }
    case 'end': {
      const { milliseconds, log, failure } = part;
      const ended = { ...streamed, isOpen: false, ...(failure !== undefined && { failure }) };
      return { ...answer, milliseconds, log, streamed: ended };
    }
  }
}

function joined(
  { body, isCut }: SentAnswer,
  more: SentAnswer['body'],
): Pick<SentAnswer, 'body' | 'isCut'> {
  if (isCut === true) return { body, isCut };
  const kept =
    'text' in body && 'text' in more
      ? { text: body.text + more.text }
      : { base64: btoa(bytesOf(body) + bytesOf(more)) };
  return lengthOf(kept) > LONGEST ? { body, isCut: true } : { body: kept };
}

function bytesOf(body: SentAnswer['body']): string {
  if ('base64' in body) return atob(body.base64);
  return Array.from(new TextEncoder().encode(body.text), (byte) => String.fromCharCode(byte)).join(
    '',
  );
}
