// What a test sees of an application: requests as objects, answers as objects.
import type { Provider } from '../../../runtime/index.js';
import type { Caller } from './caller.js';
import type { EventMethods } from './event-methods.js';
import type { CaptureNames, FunctionName, PathWith } from './typed-paths.js';
import type { OptionsOf, PathOf, ValueOf } from './typed-routes.js';

/** A value of a capture or of the query string. */
export type ParameterValue = string | number | boolean | bigint;

/** What a request is made of beside its method and path. */
export type RequestOptions = {
  /** The captures of the path; each value is percent-encoded. */
  readonly params?: Readonly<Record<string, ParameterValue>>;
  /** The query string; a list is a repeated name, `undefined` is left out. */
  readonly query?: Readonly<Record<string, ParameterValue | readonly ParameterValue[] | undefined>>;
  /** A list is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as it is, without a `Content-Type` unless `headers` has one. */
  readonly body?: string | Uint8Array;
  /** Sent as JSON, with `Content-Type: application/json` unless `headers` has another. */
  readonly json?: unknown;
  /** Who calls: an API key, an identity, the result of an authorizer. */
  readonly as?: Caller;
};

/** The options of a request to a path; `params` must be there when the path has captures. */
export type OptionsFor<P extends string> = [CaptureNames<P>] extends [never]
  ? [options?: RequestOptions]
  : [
      options: Omit<RequestOptions, 'params'> & {
        readonly params: { readonly [Name in CaptureNames<P>]: ParameterValue };
      },
    ];

/** An answer, with its whole body; `Value` is what a generated client says of it. */
export type TestAnswer<Value = unknown> = {
  readonly status: number;
  /** By name in lower case; the values of a repeated header are joined with a comma, as `fetch` does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every value of a header. */
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
  readonly text: () => string;
  /** The parsed body. The type is the test's own claim: nothing checks it. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- tests would cast every answer
  readonly json: <T = Value>() => T;
  /** Why the gateway answered and not a view: what `framework local` prints beside such a request. */
  readonly note: string | undefined;
};

/**
 * Sends a request with the method of its name. The path is a text to infer from and is held against the routes only then:
 * so a wrong one is reported as such, not as the options that it lacks.
 */
export type Send<Method extends string> = <P extends string>(
  path: P extends PathWith<Method> ? P : PathWith<Method>,
  ...options: OptionsFor<P>
) => Promise<TestAnswer>;

/** Sends a request to a route that a generated client knows; its inputs and what it answers are checked. */
export type SendTyped<Method extends string, Routes> = <P extends PathOf<Routes, Method>>(
  path: P,
  ...options: OptionsOf<Routes, `${Method} ${P}`>
) => Promise<TestAnswer<ValueOf<Routes, `${Method} ${P}`>>>;

type SendTo<Method extends string, Routes> = unknown extends Routes
  ? Send<Method>
  : SendTyped<Method, Routes>;

/**
 * Calls an application as its gateway would. Requests may run at the same time. `Routes` of a generated client gives
 * requests and answers their types.
 *
 * @example
 * ```ts
 * import { testApp } from 'framework/testing';
 *
 * const { client, close } = await testApp('./app.ts');
 * const answer = await client.put('/cities/{city}', { params: { city: 'são paulo' }, json: { state: 'SP' } });
 * answer.status; // 200
 * answer.json(); // { city: 'são paulo', state: 'SP' }
 * await close();
 * ```
 */
export type TestClient<Routes = unknown> = EventMethods & {
  readonly get: SendTo<'GET', Routes>;
  readonly post: SendTo<'POST', Routes>;
  readonly put: SendTo<'PUT', Routes>;
  readonly patch: SendTo<'PATCH', Routes>;
  readonly delete: SendTo<'DELETE', Routes>;
  readonly head: SendTo<'HEAD', Routes>;
  readonly options: SendTo<'OPTIONS', Routes>;
  /** Any path and any method, also those that no route has; `method` is GET unless given. */
  readonly request: (
    path: string,
    options?: RequestOptions & { readonly method?: string },
  ) => Promise<TestAnswer>;
  /**
   * Calls a lambda function and resolves with what it returns, as JSON carries it. Rejects with what it throws.
   * The type of the result is the test's own claim: nothing checks it.
   */
  readonly invoke: <T = unknown>(name: FunctionName, event?: unknown) => Promise<T>;
  /**
   * The same client, in whose requests a provider gives this value and does nothing else. The value is plain data: it is
   * copied into the thread of the application.
   */
  readonly with: <T>(provider: Provider<T>, value: T) => TestClient<Routes>;
};
