// The client of an opened application, and its responses. Each method sends a request to the engine.
import { throughJson, isMapping } from '../../../compiler/json-values.js';
import type { LocalSource, Delivered, LocalKind, SourceKind } from '../events/local-kind.js';
import { placeOfProvider, type ProvidedValue } from '../local/provided-values.js';
import { addTo } from '../../../compiler/groups.js';
import { type Engine, throwAtCaller, rejectAtCaller } from './engine-link.js';
import { createEventParser, type ParsedEvent } from '../local/event-parser.js';
import type { Received } from '../local/rpc.js';
import type { RawAnswer, RawHead, RawRequest } from './messages.js';
import { rawRequest } from './raw-request.js';
import type {
  Caller,
  RequestOptions,
  TestAnswer,
  TestClient,
  TestEvent,
  TestStream,
  EventMethods,
} from './test-client.js';
import { failedRecords } from '../events/bound-sources.js';
import { sourceTitle, ALL_KINDS } from '../events/local-kinds.js';

type OpenedClient = {
  readonly app: number;
  readonly functions: readonly string[];
  readonly sources: readonly LocalSource[];
  /** Returns everything that the application has printed. */
  readonly printed: () => string;
  readonly provided?: readonly ProvidedValue[];
  readonly headers?: RequestOptions['headers'] | undefined;
};

export function createClient(opened: OpenedClient, ask: Engine['request']): TestClient {
  const { app, functions, sources, printed, provided = [], headers: common } = opened;
  const send = async (raw: RawRequest, caller: Caller | undefined): Promise<TestAnswer> => {
    const answer = await ask('request', app, raw, { caller, provided });
    return testAnswer(answer, `${raw.method} ${raw.target}`);
  };
  const verb = (own?: string): TestClient['request'] => {
    const call: TestClient['request'] = async (path, options = {}) =>
      rejectAtCaller(call, () => {
        const method = own ?? options.method ?? 'GET';
        const raw = throwAtCaller(call, () => rawRequest(method, path, { ...options, common }));
        return send(raw, options.as);
      });
    return call;
  };
  const stream = async (name: string, options: RequestOptions = {}): Promise<TestStream> =>
    rejectAtCaller(stream, async () => {
      const raw = throwAtCaller(stream, () => {
        const [, method = '', path = ''] = /^([A-Z]+) (\/.*)$/.exec(name) ?? [];
        if (method === '') {
          throw new TypeError(
            `\`client.stream\` takes a method and a path, such as \`GET /events\`, not \`${name}\`.`,
          );
        }
        return rawRequest(method, path, { ...options, common });
      });
      const received = await ask('stream', app, raw, { caller: options.as, provided });
      return testStream(received, `${raw.method} ${raw.target}`);
    });
  const invoke = async <T>(name: string, event: unknown = {}): Promise<T> => {
    throwAtCaller(invoke, () => {
      if (!functions.includes(name)) throw new RangeError(unknownFunction(name, functions));
    });
    const sent = throughJson(event);
    return (await rejectAtCaller(invoke, () => ask('invoke', app, name, sent))) as T; // because the test chooses the type
  };
  return {
    get: verb('GET'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    head: verb('HEAD'),
    options: verb('OPTIONS'),
    request: verb(),
    stream,
    invoke,
    ...createEventMethods({
      sources,
      printed,
      invoke: (name, event) => ask('invoke', app, name, event),
    }),
    with: (provider, value) => {
      const location = placeOfProvider(provider);
      if (location === undefined)
        throw new TypeError(
          '`client.with` takes a provider that a module of the application creates with `middleware.provide`.',
        );
      const others = provided.filter(([other]) => other !== location);
      return createClient({ ...opened, provided: [...others, [location, value]] }, ask);
    },
  };
}

function unknownFunction(name: string, functions: readonly string[]): string {
  const known = functions.length === 0 ? 'it has none' : `it has ${functions.join(', ')}`;
  return `The application has no lambda function \`${name}\`; ${known}.`;
}

/** `asked` names the request in messages, for example `GET /cities`. */
function testAnswer(raw: RawAnswer, asked: string): TestAnswer {
  const { chunks } = raw;
  const body = chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks);
  const text = (): string => new TextDecoder().decode(body);
  const name = `${asked} (status ${raw.status})`;
  return {
    ...headOf(raw),
    body,
    text,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see its type
    json: <T>() => parse(text(), name) as T, // because the test chooses the type
    stream: () => chunks,
    events: <T>() => createEventParser()(body).map(withData) as TestEvent<T>[], // because the test chooses the type
    items: <T>() => linesOf(text()).map((line) => parse(line, name)) as T[], // because the test chooses the type
  };
}

function headOf({ status, headers, note }: RawHead) {
  const byName = new Map<string, string[]>();
  for (let index = 0; index + 1 < headers.length; index += 2) {
    addTo(byName, (headers[index] ?? '').toLowerCase(), headers[index + 1] ?? '');
  }
  return {
    status,
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, values.join(', ')])),
    headerValues: (name: string): readonly string[] => byName.get(name.toLowerCase()) ?? [],
    note,
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const body = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** Parses data that is JSON; returns other data as text. */
function withData(event: ParsedEvent): TestEvent {
  try {
    const data: unknown = JSON.parse(event.data);
    return { ...event, data };
  } catch {
    return event;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function testStream({ head, chunks }: Received<RawHead>, asked: string): TestStream {
  const cancel = async (): Promise<void> => {
    await chunks.return?.();
  };
  const parsedEvents = (): ((chunk: Uint8Array) => readonly TestEvent[]) => {
    const read = createEventParser();
    return (chunk) => read(chunk).map(withData);
  };
  const parsedLines = (): ((chunk: Uint8Array) => readonly unknown[]) => {
    const decoder = new TextDecoder();
    let rest = '';
    return (chunk) => {
      const text = rest + decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      return linesOf(text.slice(0, end)).map((line) => parse(line, asked));
    };
  };
  return {
    ...headOf(head),
    stream: () => chunks,
    events: <T>() => itemsOf(chunks, parsedEvents()) as AsyncIterableIterator<TestEvent<T>>, // because the test chooses the type
    items: <T>() => itemsOf(chunks, parsedLines()) as AsyncIterableIterator<T>, // because the test chooses the type
    cancel,
    [Symbol.asyncDispose]: cancel,
  };
}

/** Returns the items parsed from the chunks. Stopping the iteration stops the chunks, even while waiting for one. */
function itemsOf<Item>(
  chunks: AsyncIterableIterator<Uint8Array>,
  read: (chunk: Uint8Array) => readonly Item[],
): AsyncIterableIterator<Item> {
  const waiting: Item[] = [];
  const items: AsyncIterableIterator<Item> = {
    next: async () => {
      for (;;) {
        if (waiting.length > 0) return { done: false, value: waiting.shift() as Item }; // because it is not empty
        const chunk = await chunks.next();
        if (chunk.done) return { done: true, value: undefined };
        waiting.push(...read(chunk.value));
      }
    },
    return: async () => {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => items,
  };
  return items;
}

const SHOWN = 200;

function parse(text: string, asked: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
    throw new SyntaxError(
      `The response to ${asked} is not JSON: ${shown === '' ? 'it is empty' : shown}`,
      { cause },
    );
  }
}

type EventPorts = Pick<OpenedClient, 'sources' | 'printed'> & {
  /** Rejects with the error that the function throws. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
};

type End =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: Error };

export function createEventMethods({ sources, invoke, printed }: EventPorts): EventMethods {
  const deliver = async ({ entry }: LocalSource, given: unknown): Promise<Delivered> => {
    const { kind, function: name } = entry;
    const event = throughJson(given);
    checkBatch(entry, event);
    const before = printed().length;
    const end = await invoke(name, event).then(
      (value): End => ({ kind: 'returned', value }),
      (error: unknown): End => ({ kind: 'threw', error: asError(error) }),
    );
    return {
      failed: failedRecords(kind, event, end),
      error: end.kind === 'threw' ? end.error : undefined,
      result: end.kind === 'returned' ? end.value : undefined,
      logs: printed().slice(before),
    };
  };
  const methods = ALL_KINDS.map(([kind, local]) => {
    const pick = (name: string, called?: Sought['called']): unknown => {
      const sought = { kind, local, name, called };
      const source = throwAtCaller(pick, () => findSource(sources, sought));
      return local.methods(source, (event) => deliver(source, event));
    };
    return [local.member, pick] as const;
  });
  return Object.fromEntries(methods) as EventMethods; // because each kind defines its own member
}

/** Throws if there are more records than the batch size of the source, because Lambda never sends more in one call. */
function checkBatch(entry: LocalSource['entry'], event: unknown): void {
  if (!('batchSize' in entry) || !isMapping(event)) return;
  const { function: name, batchSize } = entry;
  const { Records: records } = event;
  const count = Array.isArray(records) ? records.length : 0;
  if (count > 0 && count <= batchSize) return;
  throw new RangeError(
    count === 0
      ? `\`${name}\` is never called with an empty batch.`
      : `\`${name}\` receives at most ${batchSize} per call (\`batchSize\`), but the event has ${count}: send them in several batches.`,
  );
}

type Sought = {
  readonly kind: SourceKind;
  readonly local: LocalKind<SourceKind>;
  readonly name: string;
  /** The name of the source, or the declared resource; undefined if the test named none. */
  readonly called: string | { readonly $name: string } | undefined;
};

function findSource(
  sources: readonly LocalSource[],
  { kind, local: { noun, nameOf }, name, called }: Sought,
): LocalSource {
  const ofKind = sources.filter(({ entry }) => entry.kind === kind);
  const own = ofKind.filter(({ entry }) => entry.function === name);
  const titles = (some: readonly LocalSource[]): string => some.map(sourceTitle).join(', ');
  const found = own.filter((source) =>
    typeof called === 'object'
      ? called.$name === source.declared
      : called === undefined || called === (nameOf ? nameOf(source) : source.name),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (own.length === 0) {
    const others = [...new Set(ofKind.map((source) => source.entry.function))];
    const known =
      others.length === 0
        ? 'no function has one'
        : `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} one`;
    throw new RangeError(`The function \`${name}\` has no ${noun}; ${known}.`);
  }
  throw new RangeError(
    found.length === 0
      ? `The function \`${name}\` has no ${noun} \`${typeof called === 'object' ? called.$name : (called ?? '')}\`; it has ${titles(own)}.`
      : `The function \`${name}\` has several; name one of them: ${titles(own)}.`,
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
