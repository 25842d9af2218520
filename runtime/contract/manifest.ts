// The manifest: everything the compiler knows about an application, as the input for all later steps (docs/architecture.md). It
// is plain, sorted JSON with a version, so that the same source produces the same bytes.
import type { AdapterName, EventSource } from './events.js';
import type { HttpMethod } from './http.js';
import type { ParameterKind } from './parameters.js';

/** A position in the user's source code. */
export type SourcePosition = {
  /** Path relative to the project directory, with forward slashes. */
  readonly file: string;
  /** The line, starting at 1. */
  readonly line: number;
  /** The column in UTF-16 units, starting at 1. */
  readonly column: number;
};

/** The CORS configuration of a route: the arguments that were passed to `CORSConfig` (specification 2.4, 4.5). */
export type CorsEntry = {
  readonly allowOrigin: string;
  readonly allowHeaders?: readonly string[];
  readonly exposeHeaders?: readonly string[];
  /** Seconds. */
  readonly maxAge?: number;
  readonly allowCredentials?: boolean;
};

/**
 * What a streaming view sends (docs/guide/streaming.md): server-sent events, one JSON text per line, text, or bytes. `any` if
 * the source does not determine the type of the items; each response then decides.
 */
export type StreamKind = 'sse' | 'ndjson' | 'text' | 'bytes' | 'any';

/** One route: a path, its methods and its view. A view with several route decorators has several routes. */
export type RouteEntry = {
  readonly path: string;
  /** In the order in which the source lists them. */
  readonly methods: readonly HttpMethod[];
  /** The name of the view function. */
  readonly view: string;
  /** The class that contains the view; `default` if the class has no name; absent for the call form. */
  readonly class?: string;
  /** Capture names in the order of the view's parameters. */
  readonly parameters: readonly string[];
  /** Accepted request media types, in lower case, without parameters. */
  readonly contentTypes: readonly string[];
  readonly cors: CorsEntry | false;
  readonly apiKeyRequired: boolean;
  /** The name of an entry in {@link Manifest.authorizers}; null if the route has no authorizer. */
  readonly authorizer: string | null;
  /** Scopes for access tokens that replace those of the authorizer; absent if the route lists none. */
  readonly scopes?: readonly string[];
  /** The inputs that the parameter types declare; absent if all captures are plain strings and there are no other inputs. */
  readonly inputs?: RouteInputs | undefined;
  /** What the view streams; absent if it does not stream its response. */
  readonly stream?: StreamKind;
  /** The location of the path in the source. */
  readonly at: SourcePosition;
};

/** JSON Schema 2020-12; `#/schemas/City` refers to an entry in {@link Manifest.schemas}. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The inputs of a view. An input that arrives as text is described by the type that it is converted to. */
export type RouteInputs = {
  /** The captures that are not plain strings, by name. */
  readonly captures?: Readonly<Record<string, JsonSchema>>;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  /** True if the request body is optional. */
  readonly isBodyOptional?: true;
};

/** A non-HTTP function declared with `app.lambdaFunction()` (specification 2.1). */
export type FunctionEntry = {
  /** The key in the `lambda_functions` configuration. */
  readonly name: string;
  /** The method or variable that contains the function. */
  readonly view: string;
  readonly class?: string;
  readonly at: SourcePosition;
};

/** One event source of a function. A function with several sources has one entry for each. */
export type EventEntry = EventSource & {
  /** The name of an entry in {@link Manifest.functions}. */
  readonly function: string;
  /** The application method that declares it, for example `onSqsMessage`. */
  readonly member: AdapterName;
  readonly at: SourcePosition;
};

/** An authorizer that a route uses (specification 2.5). The name of the IAM authorizer is `IAM`. */
export type AuthorizerEntry =
  | { readonly kind: 'iam'; readonly name: string }
  | {
      readonly kind: 'userPool';
      readonly name: string;
      readonly header: string;
      readonly providerArns: readonly string[];
      /** The scopes that access tokens must have; absent if the authorizer accepts ID tokens. */
      readonly scopes?: readonly string[];
    }
  | {
      readonly kind: 'custom';
      readonly name: string;
      readonly header: string;
      readonly authorizerUri: string;
      /** How many seconds a result is cached; absent to use the API Gateway default. */
      readonly ttl?: number;
    };

/** A key attribute of a table or index. */
export type KeyAttribute = {
  readonly name: string;
  readonly type: 'string' | 'number' | 'binary';
};

/** The properties that all resources declared in the source have (docs/guide/resources.md). */
type DeclaredResource = {
  /** The declared name, with the suffix `.fifo` for a FIFO queue or topic. `resourceName` returns the name in AWS. */
  readonly name: string;
  /** Present if the program reads `arn`, which needs a second variable. A topic's variable always contains the ARN. */
  readonly arn?: true;
  readonly at: SourcePosition;
};

/** Declared with `new Table('cities', { ... })`. */
export type TableEntry = DeclaredResource & {
  readonly type: 'table';
  /** The partition key, followed by the sort key if there is one. */
  readonly key: readonly KeyAttribute[];
  /** Global secondary indexes that project all attributes, sorted by name. */
  readonly indexes: readonly { readonly name: string; readonly key: readonly KeyAttribute[] }[];
  /** The attribute that contains the time at which an item expires, in seconds since 1970. */
  readonly expires?: string;
  /** True if the table has a stream whose records contain the old and the new item. */
  readonly stream?: true;
};

/** Declared with `new Queue('arrivals', { ... })`; a FIFO queue if the name ends in `.fifo`. */
export type QueueEntry = DeclaredResource & {
  readonly type: 'queue';
  /** How often a failed message is retried before it moves to the queue `failedQueueName`; absent if there is no such queue. */
  readonly retries?: number;
  /** Seconds; if absent, a value is chosen that suits the timeout of the function that receives the messages. */
  readonly visibilityTimeout?: number;
  /** Days. */
  readonly retention?: number;
  /** Content-based deduplication; FIFO queues only. */
  readonly deduplication?: true;
};

/** Declared with `new Topic('news', { ... })`; a FIFO topic if the name ends in `.fifo`. */
export type TopicEntry = DeclaredResource & {
  readonly type: 'topic';
  /** Content-based deduplication; FIFO topics only. */
  readonly deduplication?: true;
};

/** Declared with `new Bucket('photos', { ... })`. */
export type BucketEntry = DeclaredResource & {
  readonly type: 'bucket';
  /** Days after which an object is deleted. */
  readonly expireDays?: number;
  readonly versioning?: true;
  readonly cors?: {
    readonly origins: readonly string[];
    readonly methods: readonly BucketMethod[];
    readonly headers?: readonly string[];
  };
};

/** The HTTP methods that a bucket's CORS rule can allow: docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html */
export type BucketMethod = 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';

/** A resource that the source declares and a deploy creates. */
export type ResourceEntry = TableEntry | QueueEntry | TopicEntry | BucketEntry;

/** A secret or a parameter that the source declares. */
export type ParameterEntry = {
  readonly kind: ParameterKind;
  readonly name: string;
  /** The location of the first declaration. */
  readonly at: SourcePosition;
};

export type Manifest = {
  /** The version of this format. It is increased when a program written for the old version would misread the new one. */
  readonly version: 1;
  readonly app: {
    readonly name: string;
    readonly debug: boolean;
    /** Media types that are treated as binary, including the application's own changes (specification 2.1, 4.4). */
    readonly binaryTypes: readonly string[];
    readonly at: SourcePosition;
  };
  /** Sorted by path, then by first method. */
  readonly routes: readonly RouteEntry[];
  /** Sorted by name. */
  readonly functions: readonly FunctionEntry[];
  /** Sorted by name. */
  readonly authorizers: readonly AuthorizerEntry[];
  /** Sorted by function, then in source order; absent if there are no event sources. */
  readonly events?: readonly EventEntry[];
  /** Sorted by type, then by name; absent if the source declares no resources. */
  readonly resources?: readonly ResourceEntry[];
  /** Secrets and parameters, sorted by name; absent if there are none. */
  readonly parameters?: readonly ParameterEntry[];
  /** The named types that inputs use, sorted by name; absent if there are none. */
  readonly schemas?: Readonly<Record<string, JsonSchema>> | undefined;
};

/** The name under which routes refer to the IAM authorizer. */
export const IAM_AUTHORIZER = 'IAM';

/** Returns a route's authorizer with the route's scopes, if any (specification 2.5); undefined if all requests are admitted. */
export function routeAuthorizer(
  { authorizer, scopes }: Pick<RouteEntry, 'authorizer' | 'scopes'>,
  authorizers: readonly AuthorizerEntry[],
): AuthorizerEntry | undefined {
  const entry = authorizers.find(({ name }) => name === authorizer);
  return entry?.kind === 'userPool' && scopes ? { ...entry, scopes } : entry;
}
