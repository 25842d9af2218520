// The client of an opened application. Each method asks the engine.
import { throughJson } from '../../../compiler/json-values.js';
import type { LocalSource } from '../events/local-kind.js';
import { placeOfProvider, type ProvidedValue } from '../local/provided-values.js';
import { throwAtCaller, rejectAtCaller } from './caller-errors.js';
import type { Caller } from './caller.js';
import { createEventMethods } from './event-client.js';
import type { RawAnswer, RawRequest, Task } from './messages.js';
import { rawRequest } from './raw-request.js';
import { testAnswer } from './test-answer.js';
import type { RequestOptions, TestAnswer, TestClient } from './test-client.js';

/**
 * An opened application by its number, with its lambda functions, their event sources, and the test's values for providers.
 */
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

/** Makes the client of an application. */
export function createClient(
  opened: OpenedClient,
  ask: (task: Task) => Promise<unknown>,
): TestClient {
  const { app, functions, sources, printed, provided = [], headers: common } = opened;
  const send = async (raw: RawRequest, caller: Caller | undefined): Promise<TestAnswer> => {
    const answer = await ask({ kind: 'request', app, request: raw, caller, provided });
    return testAnswer(answer as RawAnswer, `${raw.method} ${raw.target}`); // because a request is answered so
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
    const task: Task = { kind: 'invoke', app, name, event: throughJson(event) };
    return (await rejectAtCaller(invoke, () => ask(task))) as T; // because the test claims it
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
      invoke: (name, event) => ask({ kind: 'invoke', app, name, event }),
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
