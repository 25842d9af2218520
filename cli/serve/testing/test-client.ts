// What a test sees of an application: requests and responses as objects, with the types of its routes when they are known.
import type { Provider } from '../../../runtime/index.js';
import type { SourceKind, TestSources } from '../events/local-kind.js';
import type { TestedApps } from './index.js';

/** A value of a capture or of the query string. */
export type ParameterValue = string | number | boolean | bigint;

/** The parts of a request besides its method and path. */
export type RequestOptions = {
  /** The captures of the path; each value is percent-encoded. */
  readonly params?: Readonly<Record<string, ParameterValue>>;
  /** The query string; a list is a repeated name, `undefined` is left out. */
  readonly query?: Readonly<Record<string, ParameterValue | readonly ParameterValue[] | undefined>>;
  /** A list is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent unchanged, without a `Content-Type` unless `headers` has one. */
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

/** A server-sent event. */
export type TestEvent<Data = unknown> = {
  /** The last id that the stream has sent; empty before the first. */
  readonly id: string;
  /** `message` unless the event has a name. */
  readonly event: string;
  /** The value of JSON data; the text of other data. */
  readonly data: Data;
};

/** What a stream consists of, by the type of the value in a generated client. */
export type ItemOf<Value> = Value extends AsyncIterable<infer Item> ? Item : unknown;

/**
 * A response that is read while the application sends it. To leave a loop over it, to dispose of it with `await using`, or
 * `cancel()` ends the view as a client that goes away does. A stream that fails rejects with what happened.
 */
export type TestStream<Item = unknown> = Pick<
  TestAnswer,
  'status' | 'headers' | 'headerValues' | 'note'
> & {
  /** The chunks as they are sent. */
  readonly stream: () => AsyncIterableIterator<Uint8Array>;
  /** Server-sent events. The type of their data is the test's own claim. */
  readonly events: <T = Item>() => AsyncIterableIterator<TestEvent<T>>;
  /** The values of a stream with a JSON text per line. Their type is the test's own claim. */
  readonly items: <T = Item>() => AsyncIterableIterator<T>;
  /** Resolves when the view has ended, or after a second. */
  readonly cancel: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A response, with its whole body; `Value` is its type in a generated client. */
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
  /** The chunks that a streaming route has sent; the whole body of another route. */
  readonly stream: () => readonly Uint8Array[];
  /** The server-sent events of the body. The type of their data is the test's own claim. */
  readonly events: <T = ItemOf<Value>>() => readonly TestEvent<T>[];
  /** The values of a body with a JSON text per line. Their type is the test's own claim. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as of `json`
  readonly items: <T = ItemOf<Value>>() => readonly T[];
  /** Why the gateway and not a view responded: what `framework local` prints next to such a request. */
  readonly note: string | undefined;
};

/**
 * Sends a request with the method of its name. The path is inferred as a string and only then checked against the routes, so
 * that a wrong one is reported as such and not as missing options.
 */
export type Send<Method extends string> = <P extends string>(
  path: P extends PathWith<Method> ? P : PathWith<Method>,
  ...options: OptionsFor<P>
) => Promise<TestAnswer>;

/** Sends a request to a route that a generated client knows; its inputs and its response are checked. */
export type SendTyped<Method extends string, Routes> = <P extends PathOf<Routes, Method>>(
  path: P,
  ...options: OptionsOf<Routes, `${Method} ${P}`>
) => Promise<TestAnswer<ValueOf<Routes, `${Method} ${P}`>>>;

type SendTo<Method extends string, Routes> = unknown extends Routes
  ? Send<Method>
  : SendTyped<Method, Routes>;

/**
 * Calls an application as its gateway would. Requests may run concurrently. `Routes` of a generated client types requests and
 * responses.
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
  /** Any path and any method, including undefined routes; method defaults to GET. */
  readonly request: (
    path: string,
    options?: RequestOptions & { readonly method?: string },
  ) => Promise<TestAnswer>;
  /**
   * Sends a request and resolves at the first chunk of the response, which is read while it is sent: `GET /events`.
   */
  readonly stream: StreamRoute<Routes>;
  /**
   * Calls a lambda function and resolves with what it returns, as JSON carries it. Rejects with what it throws.
   * The type of the result is the test's own claim: nothing checks it.
   */
  readonly invoke: <T = unknown>(name: FunctionName, event?: unknown) => Promise<T>;
  /**
   * The same client with a fixed value for a provider, which then does nothing else. The value is plain data: it is copied into
   * the application's thread.
   */
  readonly with: <T>(provider: Provider<T>, value: T) => TestClient<Routes>;
};

/** The caller of a request. */
export type Caller = {
  /** Sent as `X-Api-Key`, and valid for this request. A key of `apiKeys` has its limits. */
  readonly apiKey?: string | undefined;
  /**
   * The claims of an id token, for a route with a `UserPoolAuthorizer`: a token with them is sent in the authorizer's
   * header. Issuer, time and a subject are filled in; what is given here wins.
   */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** A request signed by this identity, for a route with an `IAMAuthorizer`; `true` is some user of the account. */
  readonly iam?: true | IamIdentity;
  /** The result of the function behind a `CustomAuthorizer`, which is not called. */
  readonly authorizer?: AuthorizerResult;
};

/** Fields of `requestContext.identity`; the defaults are those of a user in the account 123456789012. */
export type IamIdentity = {
  readonly accountId?: string;
  readonly accessKey?: string;
  readonly caller?: string;
  readonly user?: string;
  readonly userArn?: string;
};

/** The result of a custom authorizer, which allows every method unless `effect` denies it. */
export type AuthorizerResult = {
  readonly principalId?: string;
  readonly effect?: 'Allow' | 'Deny';
  /** What a view reads in `app.currentRequest.context`; the gateway makes each value a string. */
  readonly context?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * The sources of a function, by its name. A function with several of a kind also takes the name of the queue, topic,
 * bucket, table, stream or bus, or the expression of the schedule.
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

/** A method and a path with a route; any when the types of the application were not generated. */
type RouteName = [KnownApp] extends [never] ? `${string} /${string}` : NamesOf<KnownApp>;

/** The names of the captures of a path: `'city'` of `'/cities/{city}'`. */
export type CaptureNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | CaptureNames<Rest>
  : never;

/** The applications of this program whose types were generated; never when there are none. */
type KnownApp = TestedApps[keyof TestedApps];

type PathsOf<App, Method extends string> = App extends { readonly routes: infer Routes }
  ? { [Path in keyof Routes & string]: Method extends Routes[Path] ? Path : never }[keyof Routes &
      string]
  : never;

/** The paths with a route for a method; any string when the types of the application were not generated. */
export type PathWith<Method extends string> = [KnownApp] extends [never]
  ? string
  : PathsOf<KnownApp, Method>;

type FunctionsOf<App> = App extends { readonly functions: infer Names extends string }
  ? Names
  : never;

/** The names of the lambda functions; any string when the types of the application were not generated. */
export type FunctionName = [KnownApp] extends [never] ? string : FunctionsOf<KnownApp>;

/** The names of the secrets or the parameters; any string when the types of the application were not generated. */
export type ParameterName<Kind extends 'secrets' | 'parameters'> = [KnownApp] extends [never]
  ? string
  : KnownApp extends { readonly [Name in Kind]: infer Names extends string }
    ? Names
    : never;

/** The names of the functions with a kind of source; any string when the types of the application were not generated. */
export type FunctionOf<Kind extends string> = [KnownApp] extends [never]
  ? string
  : KnownApp extends { readonly events: { readonly [Name in Kind]: infer Names extends string } }
    ? Names
    : never;

// The types for the routes of a generated client (`framework client`).

/** The paths that have a route for a method. The gateway responds to OPTIONS for every route with CORS. */
export type PathOf<Routes, Method extends string> = keyof Routes extends infer Name
  ? Name extends `${Method extends 'OPTIONS' ? string : Method} ${infer Path}`
    ? Path
    : never
  : never;

/** An object type without properties; options that require nothing extend it. */
type NoOptions = { readonly [Name in never]: unknown };

/** The options of a request. Those that the route requires are required here. */
export type OptionsOf<Routes, Name extends string> = Name extends keyof Routes
  ? Routes[Name] extends { input: infer Input }
    ? NoOptions extends Typed<Input>
      ? [options?: Typed<Input>]
      : [options: Typed<Input>]
    : [options?: RequestOptions]
  : Name extends `${string} ${infer Path}`
    ? OptionsFor<Path>
    : never;

/** The client's `path` and `body` are `params` and `json` here. A body in another format is sent unchanged. */
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

/** The value of the route's successful response. */
export type ValueOf<Routes, Name> = Name extends keyof Routes
  ? Routes[Name] extends { answers: infer Answers }
    ? Answers[keyof Answers]
    : unknown
  : unknown;
