// The types with which a test calls an application. Paths and names are checked if the application's types were generated.
import type { Provider } from '../../../runtime/index.js';
import type { SourceKind, TestSources } from '../events/local-kind.js';

/**
 * The routes and functions of the application under test. `framework build` generates a file that extends this interface. With
 * it, TypeScript checks paths, methods, captures and names of functions.
 *
 * @example
 * ```typescript
 * declare module 'framework/testing' {
 *   interface TestedApps {
 *     'city-guide': {
 *       routes: { '/cities': 'GET' | 'POST'; '/cities/{city}': 'GET' };
 *       functions: 'ranking';
 *       events: { schedule: 'ranking' };
 *     };
 *   }
 * }
 * ```
 */
// eslint-disable-next-line -- only an interface can be filled in from another file
export interface TestedApps {}

/** The value of a capture or of a query parameter. */
export type ParameterValue = string | number | boolean | bigint;

/** The parts of a request other than its method and path. */
export type RequestOptions = {
  /** The values of the path's captures, which are percent-encoded. */
  readonly params?: Readonly<Record<string, ParameterValue>>;
  /** The query string. A list repeats the name; `undefined` is omitted. */
  readonly query?: Readonly<Record<string, ParameterValue | readonly ParameterValue[] | undefined>>;
  /** The headers. A list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent unchanged, without a `Content-Type` unless `headers` contains one. */
  readonly body?: string | Uint8Array;
  /** Sent as JSON, with `Content-Type: application/json` unless `headers` contains another one. */
  readonly json?: unknown;
  /** Who sends the request: an API key, an identity, or the result of an authorizer. */
  readonly as?: Caller;
};

/** The options of a request to a path. `params` is required if the path has captures. */
export type OptionsFor<P extends string> = [CaptureNames<P>] extends [never]
  ? [options?: RequestOptions]
  : [
      options: Omit<RequestOptions, 'params'> & {
        readonly params: { readonly [Name in CaptureNames<P>]: ParameterValue };
      },
    ];

/** A server-sent event. */
export type TestEvent<Data = unknown> = {
  /** The last id that the stream has sent; empty before the first one. */
  readonly id: string;
  /** The name of the event; defaults to `message`. */
  readonly event: string;
  /** The parsed value if the data is JSON, otherwise its text. */
  readonly data: Data;
};

/** The type of the items of a stream, from the value type in a generated client. */
export type ItemOf<Value> = Value extends AsyncIterable<infer Item> ? Item : unknown;

/**
 * A response that you read while the application sends it. Leaving a loop over it, disposing of it with `await using`, and
 * `cancel()` end the view in the same way as a client that disconnects. If the stream fails, reading it rejects with the error.
 */
export type TestStream<Item = unknown> = Pick<
  TestAnswer,
  'status' | 'headers' | 'headerValues' | 'note'
> & {
  /** Returns the chunks as they are sent. */
  readonly stream: () => AsyncIterableIterator<Uint8Array>;
  /** Returns the server-sent events. `T` is the type of their data, which is not checked. */
  readonly events: <T = Item>() => AsyncIterableIterator<TestEvent<T>>;
  /** Returns the values of a stream with one JSON text per line. `T` is their type, which is not checked. */
  readonly items: <T = Item>() => AsyncIterableIterator<T>;
  /** Ends the view. Resolves when the view has ended, or after one second. */
  readonly cancel: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A response with its whole body. `Value` is the type of the body in a generated client. */
export type TestAnswer<Value = unknown> = {
  readonly status: number;
  /** The headers, by lower-case name. The values of a repeated header are joined with a comma, as in `fetch`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns every value of a header. */
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
  readonly text: () => string;
  /** Returns the parsed body. `T` is its type, which is not checked. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- tests would cast every answer
  readonly json: <T = Value>() => T;
  /** Returns the chunks that a streaming route has sent, or the whole body of any other route. */
  readonly stream: () => readonly Uint8Array[];
  /** Returns the server-sent events in the body. `T` is the type of their data, which is not checked. */
  readonly events: <T = ItemOf<Value>>() => readonly TestEvent<T>[];
  /** Returns the values of a body with one JSON text per line. `T` is their type, which is not checked. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as of `json`
  readonly items: <T = ItemOf<Value>>() => readonly T[];
  /** Why the gateway responded instead of a view: the note that `framework local` prints next to such a request. */
  readonly note: string | undefined;
};

/**
 * Sends a request with the HTTP method that the function is named after. The path is first inferred as a string and then
 * checked against the routes, so that TypeScript reports a wrong path rather than missing options.
 */
export type Send<Method extends string> = <P extends string>(
  path: P extends PathWith<Method> ? P : PathWith<Method>,
  ...options: OptionsFor<P>
) => Promise<TestAnswer>;

/** Sends a request to a route of a generated client; TypeScript checks its inputs and its response. */
export type SendTyped<Method extends string, Routes> = <P extends PathOf<Routes, Method>>(
  path: P,
  ...options: OptionsOf<Routes, `${Method} ${P}`>
) => Promise<TestAnswer<ValueOf<Routes, `${Method} ${P}`>>>;

type SendTo<Method extends string, Routes> = unknown extends Routes
  ? Send<Method>
  : SendTyped<Method, Routes>;

/**
 * Calls an application as its gateway would. Requests can run concurrently. With the `Routes` type of a generated client,
 * requests and responses are typed.
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
  /** Sends a request with any path and any method, including undefined routes. The method defaults to GET. */
  readonly request: (
    path: string,
    options?: RequestOptions & { readonly method?: string },
  ) => Promise<TestAnswer>;
  /**
   * Sends a request such as `GET /events` and resolves when the first chunk of the response arrives. You read the response
   * while it is being sent.
   */
  readonly stream: StreamRoute<Routes>;
  /**
   * Calls a Lambda function and resolves with its return value after JSON serialization. Rejects with the error that the
   * function throws. `T` is the type of the result, which is not checked.
   */
  readonly invoke: <T = unknown>(name: FunctionName, event?: unknown) => Promise<T>;
  /**
   * Returns a client that uses a fixed value for a provider instead of running the provider's code. The value must be plain
   * data, because it is copied to the application's process.
   */
  readonly with: <T>(provider: Provider<T>, value: T) => TestClient<Routes>;
};

/** The caller of a request, for routes with authorization. */
export type Caller = {
  /** Sent as `X-Api-Key`, and valid for this request. A key from `apiKeys` has the limits of that key. */
  readonly apiKey?: string | undefined;
  /**
   * The claims of an ID token, for a route with a `UserPoolAuthorizer`. A token with these claims is sent in the authorizer's
   * header. Issuer, time and subject have default values, which your claims override.
   */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The identity that signs the request, for a route with an `IAMAuthorizer`. `true` is a default user of the account. */
  readonly iam?: true | IamIdentity;
  /** The result that the function of a `CustomAuthorizer` would return. The function is not called. */
  readonly authorizer?: AuthorizerResult;
};

/** Fields of `requestContext.identity`. The defaults describe a user in the account 123456789012. */
export type IamIdentity = {
  readonly accountId?: string;
  readonly accessKey?: string;
  readonly caller?: string;
  readonly user?: string;
  readonly userArn?: string;
};

/** The result of a custom authorizer. It allows every method unless `effect` is `'Deny'`. */
export type AuthorizerResult = {
  readonly principalId?: string;
  readonly effect?: 'Allow' | 'Deny';
  /** The values that a view reads in `app.currentRequest.context`. The gateway converts each value to a string. */
  readonly context?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * Sends events to a function, given its name. For a function with several sources of one kind, also pass the name of the queue,
 * topic, bucket, table, stream or bus, or the expression of the schedule.
 */
export type EventMethods = {
  readonly [Name in keyof TestSources]: SourceOf<TestSources[Name]>;
};

type SourceOf<Source> = Source extends {
  kind: infer Kind extends SourceKind;
  called: infer Called extends unknown[];
  methods: infer Methods;
}
  ? (name: FunctionOf<Kind>, ...called: Called) => Methods
  : never;

type StreamRoute<Routes> = unknown extends Routes
  ? <Name extends string>(
      name: Name extends RouteName ? Name : RouteName,
      ...options: OptionsFor<Name>
    ) => Promise<TestStream>
  : <Name extends keyof Routes & string>(
      name: Name,
      ...options: OptionsOf<Routes, Name>
    ) => Promise<TestStream<ItemOf<ValueOf<Routes, Name>>>>;

type NamesOf<App> = App extends { readonly routes: infer Routes }
  ? { [Path in keyof Routes & string]: `${Routes[Path] & string} ${Path}` }[keyof Routes & string]
  : never;

/** The method and path of a route; any string of this form if the types of the application were not generated. */
type RouteName = [KnownApp] extends [never] ? `${string} /${string}` : NamesOf<KnownApp>;

/** The names of the captures of a path: `'city'` for `'/cities/{city}'`. */
export type CaptureNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | CaptureNames<Rest>
  : never;

/** The applications whose types were generated; never if there are none. */
type KnownApp = TestedApps[keyof TestedApps];

type PathsOf<App, Method extends string> = App extends { readonly routes: infer Routes }
  ? { [Path in keyof Routes & string]: Method extends Routes[Path] ? Path : never }[keyof Routes &
      string]
  : never;

/** The paths that have a route for a method; any string if the types of the application were not generated. */
export type PathWith<Method extends string> = [KnownApp] extends [never]
  ? string
  : PathsOf<KnownApp, Method>;

type FunctionsOf<App> = App extends { readonly functions: infer Names extends string }
  ? Names
  : never;

/** The names of the Lambda functions; any string if the types of the application were not generated. */
export type FunctionName = [KnownApp] extends [never] ? string : FunctionsOf<KnownApp>;

/** The names of the secrets or the parameters; any string if the types of the application were not generated. */
export type ParameterName<Kind extends 'secrets' | 'parameters'> = [KnownApp] extends [never]
  ? string
  : KnownApp extends { readonly [Name in Kind]: infer Names extends string }
    ? Names
    : never;

/** The names of the functions with a kind of source; any string if the types of the application were not generated. */
export type FunctionOf<Kind extends string> = [KnownApp] extends [never]
  ? string
  : KnownApp extends { readonly events: { readonly [Name in Kind]: infer Names extends string } }
    ? Names
    : never;

// The types for the routes of a generated client (`framework client`).

/** The paths that have a route for a method. The gateway also responds to OPTIONS for every route with CORS. */
export type PathOf<Routes, Method extends string> = keyof Routes extends infer Name
  ? Name extends `${Method extends 'OPTIONS' ? string : Method} ${infer Path}`
    ? Path
    : never
  : never;

/** An object type without properties, for routes without required options. */
type NoOptions = { readonly [Name in never]: unknown };

/** The options of a request. Options that the route requires are required here. */
export type OptionsOf<Routes, Name extends string> = Name extends keyof Routes
  ? Routes[Name] extends { input: infer Input }
    ? NoOptions extends Typed<Input>
      ? [options?: Typed<Input>]
      : [options: Typed<Input>]
    : [options?: RequestOptions]
  : Name extends `${string} ${infer Path}`
    ? OptionsFor<Path>
    : never;

/** The generated client's `path` and `body` are `params` and `json` in the test client. A body that is not JSON is sent as is. */
type Typed<Input> = Omit<RequestOptions, 'params' | 'query' | 'json'> &
  (Input extends { path: infer Path } ? { readonly params: Path } : unknown) &
  (Input extends { query: infer Query }
    ? { readonly query: Query }
    : Input extends { query?: infer Query }
      ? { readonly query?: Query }
      : Pick<RequestOptions, 'query'>) &
  (Input extends { body: infer Body }
    ? { readonly json: Body } | { readonly body: string | Uint8Array }
    : Input extends { body?: infer Body }
      ? { readonly json?: Body }
      : unknown);

/** The type of the route's successful response. */
export type ValueOf<Routes, Name> = Name extends keyof Routes
  ? Routes[Name] extends { answers: infer Answers }
    ? Answers[keyof Answers]
    : unknown
  : unknown;
