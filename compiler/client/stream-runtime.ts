// The part of the generated client that reads streams. Only a client with a streaming route contains it, with the readers that
// its routes need.

/**
 * The data of events is JSON in `events`, text in `textEvents`, and JSON if it can be parsed in `anyEvents`. For `any`, the
 * content type of each response decides.
 */
export type StreamReading =
  'events' | 'textEvents' | 'anyEvents' | 'lines' | 'text' | 'bytes' | 'any';

/** The names that this code declares, and the platform's names that it uses. */
export const STREAM_NAMES: readonly string[] =
  'ServerSentEvent StreamError Streamed EventsOf AsyncIterable AsyncGenerator TextDecoder Error'.split(
    ' ',
  );

/** The reader of each kind of stream. For `any`, `readingOf` chooses the reader by the content type. */
const READERS: Readonly<Record<Exclude<StreamReading, 'any'>, string>> = {
  events: `eventStream(response, parsed)`,
  textEvents: `eventStream(response, (text) => text)`,
  anyEvents: `eventStream(response, parsedOrText)`,
  lines: `{ value: valuesOf(response) }`,
  text: `{ value: textsOf(response) }`,
  bytes: `{ value: chunksOf(response) }`,
};

const OF_ANY: readonly StreamReading[] = ['anyEvents', 'lines', 'text', 'bytes'];

export function hasEvents(readings: ReadonlySet<StreamReading>): boolean {
  return [...readings].some((reading) => reading === 'any' || /events$/i.test(reading));
}

export function streamRuntime(readings: ReadonlySet<StreamReading>): string {
  const isAny = readings.has('any');
  const all = new Set([...readings, ...(isAny ? OF_ANY : [])]);
  const areEvents = hasEvents(all);
  const areLines = all.has('lines');
  const cases = Object.entries(READERS).filter(([name]) => all.has(name as StreamReading)); // because the keys of entries are typed as strings
  return [
    areEvents ? EVENT : '',
    areEvents || areLines ? ERROR : '',
    STREAM_OF,
    `  const reading = ${isAny ? "known[found] === 'any' ? readingOf(type) : known[found]" : 'known[found]'};\n`,
    ...cases.map(([name, reader]) => `  if (reading === '${name}') return ${reader};\n`),
    '  return undefined;\n}\n',
    isAny ? READING_OF : '',
    areEvents ? EVENTS : '',
    all.has('events') || areLines ? PARSED : '',
    areEvents ? PARSED_OR_TEXT : '',
    areLines ? VALUES : '',
    areEvents || areLines ? LINES : '',
    areEvents || areLines || all.has('text') ? TEXTS : '',
    CHUNKS,
  ].join('');
}

const EVENT = String.raw`
/** A server-sent event. */
export interface ServerSentEvent<Data> {
  /** The last id that the stream has sent; empty before the first id. */
  id: string;
  /** The name of the event; ${'`'}message${'`'} if it has none. */
  event: string;
  data: Data;
}
`;

const ERROR = String.raw`
/** Thrown if a stream fails after its beginning, with the error in its last event, or ends too early (${'`'}IncompleteStream${'`'}). */
export class StreamError extends Error {
  readonly Code: string;
  readonly Message: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StreamError';
    this.Code = code;
    this.Message = message;
  }
}
`;

const STREAM_OF = String.raw`
interface Streamed {
  value: AsyncIterable<unknown>;
  events?: () => AsyncIterable<unknown>;
}

/** Returns the body as a stream; undefined if the route does not stream this response. */
function streamOf(route: string, response: globalThis.Response): Streamed | undefined {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(/\s*;/);
  const known = STREAMS[route] ?? {};
  const statuses = [response.status, 'default'];
  const names = [type, '*/*'].flatMap((one) => statuses.map((status) => status + ' ' + one));
  const found = names.find((name) => name in known) ?? '';
`;

const READING_OF = String.raw`
function readingOf(type: string): string {
  if (type === 'text/event-stream') return 'anyEvents';
  if (type === 'application/x-ndjson') return 'lines';
  if (/[/+]json$/.test(type)) return '';
  return TEXT_TYPE.test(type) ? 'text' : 'bytes';
}
`;

const EVENTS = String.raw`
function eventStream(response: globalThis.Response, parse: (text: string) => unknown): Streamed {
  return { value: dataOf(response, parse), events: () => eventsOf(response, parse) };
}

async function* dataOf(
  response: globalThis.Response,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown> {
  for await (const event of eventsOf(response, parse)) yield event.data;
}

/** Parses a stream of events: html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
async function* eventsOf(
  response: globalThis.Response,
  parse: (text: string) => unknown,
): AsyncGenerator<ServerSentEvent<unknown>> {
  let id = '';
  let event = '';
  let data: string | undefined;
  for await (const line of linesOf(response)) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (line === '') {
      if (data !== undefined) {
        if (event === 'error') throw streamError(data);
        yield { id, event: event === '' ? 'message' : event, data: parse(data) };
      }
      event = '';
      data = undefined;
    } else if (field === 'data') {
      data = data === undefined ? value : data + '\n' + value;
    } else if (field === 'event') {
      event = value;
    } else if (field === 'id' && !value.includes('\0')) {
      id = value;
    }
  }
  if (data !== undefined) throw new StreamError('IncompleteStream', 'The stream ended in an event');
}

function streamError(data: string): StreamError {
  const said = parsedOrText(data);
  const { Code, Message } = (isMapping(said) ? said : {}) as Values;
  return new StreamError(String(Code ?? 'StreamError'), String(Message ?? data));
}
`;

const PARSED = String.raw`
function parsed(text: string): unknown {
  return JSON.parse(text);
}
`;

const PARSED_OR_TEXT = String.raw`
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
`;

const VALUES = String.raw`
async function* valuesOf(response: globalThis.Response): AsyncGenerator<unknown> {
  for await (const line of linesOf(response)) {
    if (line.trim() !== '') yield parsed(line);
  }
}
`;

const LINES = String.raw`
/** Yields the lines. A line ends with LF, CRLF or CR, and every stream must end after a line ending. */
async function* linesOf(response: globalThis.Response): AsyncGenerator<string> {
  let rest = '';
  let isAfterReturn = false;
  for await (const text of textsOf(response)) {
    // If the last chunk ended with CR, an LF at the start of this one belongs to the same line ending.
    const own = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    const lines = own.split(/\r\n|\n|\r/);
    isAfterReturn = text.endsWith('\r');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new StreamError('IncompleteStream', 'The stream ended in a line');
}
`;

const TEXTS = String.raw`
/** Yields the text of the chunks. A character may be split between two chunks. */
async function* textsOf(response: globalThis.Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
`;

const CHUNKS = String.raw`
async function* chunksOf(response: globalThis.Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) {
    // If the platform's ${'`'}fetch${'`'} does not support streams, read the whole body.
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
`;
