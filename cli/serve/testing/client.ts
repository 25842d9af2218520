// The client of an opened application, and its responses. Each method sends a request to the engine.
import { throughJson } from '../../../compiler/json-values.js';
import type { LocalSource } from '../events/local-kind.js';
import { placeOfProvider, type ProvidedValue } from '../local/provided-values.js';
import { throwAtCaller, rejectAtCaller } from './caller-errors.js';
import { createEventMethods } from './event-client.js';
import type { Engine } from './engine-link.js';
import type { RawAnswer, RawRequest } from './messages.js';
import { rawRequest } from './raw-request.js';
import type { Caller, RequestOptions, TestAnswer, TestClient } from './test-client.js';

/** An opened application by its number, with its lambda functions, their event sources, and the test's values for providers. */
type OpenedClient = {
  readonly app: number;
  readonly functions: readonly string[];
  readonly sources: readonly LocalSource[];
  /** Everything that it has printed. */
  readonly printed: () => string;
  readonly provided?: readonly ProvidedValue[];
  /** Headers of every request. */
  readonly headers?: RequestOptions['headers'] | undefined;
};

/** Creates the client of an application. */
export function createClient(opened: OpenedClient, ask: Engine['request']): TestClient {
  const { app, functions, sources, printed, provided = [], headers: common } = opened;
  const send = async (raw: RawRequest, caller: Caller | undefined): Promise<TestAnswer> => {
    const answer = await ask('request', app, raw, { caller, provided });
    return testAnswer(answer, `${raw.method} ${raw.target}`);
  };
  const verb = (method: string) => {
    const call = async (path: string, options: RequestOptions = {}): Promise<TestAnswer> =>
      rejectAtCaller(call, () =>
        send(
          throwAtCaller(call, () => rawRequest(method, path, { ...options, common })),
          options.as,
        ),
      );
    return call;
  };
  const request: TestClient['request'] = async (path, options = {}) =>
    rejectAtCaller(request, () =>
      send(
        throwAtCaller(request, () =>
          rawRequest(options.method ?? 'GET', path, { ...options, common }),
        ),
        options.as,
      ),
    );
  const invoke = async <T>(name: string, event: unknown = {}): Promise<T> => {
    throwAtCaller(invoke, () => {
      if (!functions.includes(name)) throw new RangeError(unknownFunction(name, functions));
    });
    const sent = throughJson(event);
    return (await rejectAtCaller(invoke, () => ask('invoke', app, name, sent))) as T; // because the test claims it
  };
  return {
    get: verb('GET'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    head: verb('HEAD'),
    options: verb('OPTIONS'),
    request,
    invoke,
    ...createEventMethods({
      sources,
      printed,
      invoke: (name, event) => ask('invoke', app, name, event),
    }),
    with: (provider, value) => {
      const place = placeOfProvider(provider);
      if (place === undefined)
        throw new TypeError(
          '`client.with` takes a provider that a module of the application makes with `middleware.provide`.',
        );
      const others = provided.filter(([other]) => other !== place);
      return createClient({ ...opened, provided: [...others, [place, value]] }, ask);
    },
  };
}

function unknownFunction(name: string, functions: readonly string[]): string {
  const known = functions.length === 0 ? 'it has none' : `it has ${functions.join(', ')}`;
  return `The application has no lambda function \`${name}\`; ${known}.`;
}

/** Creates the response. `asked` names the request in messages, for example `GET /cities`. */
function testAnswer(raw: RawAnswer, asked: string): TestAnswer {
  const byName = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.headers.length; index += 2) {
    const name = (raw.headers[index] ?? '').toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), raw.headers[index + 1] ?? '']);
  }
  const text = (): string => new TextDecoder().decode(raw.body);
  return {
    status: raw.status,
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, values.join(', ')])),
    headerValues: (name) => byName.get(name.toLowerCase()) ?? [],
    body: raw.body,
    text,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see its type
    json: <T>() => parse(text(), `${asked} (status ${raw.status})`) as T, // because the test claims it
    note: raw.note,
  };
}

const SHOWN = 200;

function parse(text: string, asked: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
    throw new SyntaxError(
      `The answer to ${asked} is not JSON: ${shown === '' ? 'it is empty' : shown}`,
      {
        cause,
      },
    );
  }
}
