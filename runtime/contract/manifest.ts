// The manifest: what the compiler knows about an application and all later steps read (docs/architecture.md). It is
// plain, sorted JSON with a version, so that the same source gives the same bytes.
import type { AdapterName, EventSource } from './events.js';
import type { HttpMethod } from './methods.js';
import type { ParameterKind } from './parameters.js';

/** A position in the user's source. */
export type SourcePosition = {
  /** Path relative to the project directory, with forward slashes. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
};

/** The CORS configuration of a route, with the explicit arguments of `CORSConfig` (specification 2.4, 4.5). */
export type CorsEntry = {
  readonly allowOrigin: string;
  readonly allowHeaders?: readonly string[];
  readonly exposeHeaders?: readonly string[];
  /** Seconds. */
  readonly maxAge?: number;
  readonly allowCredentials?: boolean;
};

/**
 * What a streaming view sends (docs/guide/streaming.md): server-sent events, a JSON text per line, text, or bytes.
 * `any` when the source does not say what the items are: each response decides.
 */
export type StreamKind = 'sse' | 'ndjson' | 'text' | 'bytes' | 'any';

/** One route: a path, its methods and the view behind it. A view with several decorators has several. */
export type RouteEntry = {
  readonly path: string;
  /** In the order the source lists them. */
  readonly methods: readonly HttpMethod[];
  /** The name of the view function. */
  readonly view: string;
  /** The class of a view that is a method; absent for the call form. `default` when the class has no name. */
  readonly class?: string;
  /** Capture names in the order of the view's parameters. */
  readonly parameters: readonly string[];
  /** Accepted request media types, lower case, without parameters. */
  readonly contentTypes: readonly string[];
  readonly cors: CorsEntry | false;
  readonly apiKeyRequired: boolean;
  /** The name of an entry of {@link Manifest.authorizers}; null when the route has none. */
  readonly authorizer: string | null;
  /** Scopes of access tokens that replace the authorizer's; absent when the route has none of its own. */
  readonly scopes?: readonly string[];
  /**
   * The inputs that the parameters' types declare; absent when all captures are plain strings and there are no other inputs.
   */
  readonly inputs?: RouteInputs | undefined;
  /** Absent for a view that does not stream its response. */
  readonly stream?: StreamKind;
  /** Where the path is written. */
  readonly at: SourcePosition;
};

/** JSON Schema 2020-12; `#/schemas/City` is an entry of {@link Manifest.schemas}. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The inputs of a view. An input that arrives as text is described by the type it is converted to. */
export type RouteInputs = {
  /** The captures that are not plain strings, by name. */
  readonly captures?: Readonly<Record<string, JsonSchema>>;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  /** True when a request may have no body. */
  readonly isBodyOptional?: true;
};

/** A non-HTTP function declared with `app.lambdaFunction()` (specification 2.1). */
export type FunctionEntry = {
  /** The key in the `lambda_functions` configuration. */
  readonly name: string;
  /** The method or variable that holds it. */
  readonly view: string;
  readonly class?: string;
  readonly at: SourcePosition;
};

/** One event source of a function. A function with several has an entry for each. */
export type EventEntry = EventSource & {
  /** The name of an entry of {@link Manifest.functions}. */
  readonly function: string;
  /** The member of the application that declares it: `onSqsMessage`. */
  readonly member: AdapterName;
  /** Where the source is declared. */
  readonly at: SourcePosition;
};

/** An authorizer that a route uses (specification 2.5). An IAM authorizer has the name `IAM`. */
export type AuthorizerEntry =
  | { readonly kind: 'iam'; readonly name: string }
  | {
      readonly kind: 'userPool';
      readonly name: string;
      readonly header: string;
      readonly providerArns: readonly string[];
      /** Scopes of access tokens; absent for ID tokens. */
      readonly scopes?: readonly string[];
    }
  | {
      readonly kind: 'custom';
      readonly name: string;
      readonly header: string;
      readonly authorizerUri: string;
      /** How many seconds a result is cached; absent for the default of API Gateway. */
      readonly ttl?: number;
    };

/** An attribute of a key of a table or index. */
export type KeyAttribute = {
  readonly name: string;
  readonly type: 'string' | 'number' | 'binary';
};

/** What every resource that the source declares has (docs/guide/resources.md). */
type DeclaredResource = {
  /** As written; of a FIFO queue or topic with `.fifo`. Its name in the cloud is that of `resourceName` (resources.ts). */
  readonly name: string;
  /** Present where the program reads `arn`, so that a second variable has to be set. A topic has its ARN always. */
  readonly arn?: true;
  readonly at: SourcePosition;
};

/** `new Table('cities', { ... })`. */
export type TableEntry = DeclaredResource & {
  readonly type: 'table';
  /** The partition key, then the sort key if there is one. */
  readonly key: readonly KeyAttribute[];
  /** Global secondary indexes with all attributes, sorted by name. */
  readonly indexes: readonly { readonly name: string; readonly key: readonly KeyAttribute[] }[];
  /** The attribute that says when an item expires, in seconds since 1970. */
  readonly expires?: string;
  /** Has a stream with the old and the new item. */
  readonly stream?: true;
};

/** `new Queue('arrivals', { ... })`; FIFO when its name ends in `.fifo`. */
export type QueueEntry = DeclaredResource & {
  readonly type: 'queue';
  /** How often a failed message is tried again before it goes to the queue `failedQueueName`; absent for no such queue. */
  readonly retries?: number;
  /** Seconds; absent for what suits the time-out of the function that receives its messages. */
  readonly visibilityTimeout?: number;
  /** Days. */
  readonly retention?: number;
  /** By content; FIFO only. */
  readonly deduplication?: true;
};

/** `new Topic('news', { ... })`; FIFO when its name ends in `.fifo`. */
export type TopicEntry = DeclaredResource & {
  readonly type: 'topic';
  /** By content; FIFO only. */
  readonly deduplication?: true;
};

/** `new Bucket('photos', { ... })`. */
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

/** The methods of a bucket's CORS rule: docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html */
export type BucketMethod = 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';

/** A resource that the source declares and a deploy creates. */
export type ResourceEntry = TableEntry | QueueEntry | TopicEntry | BucketEntry;

/** A secret or a parameter that the source declares. */
export type ParameterEntry = {
  readonly kind: ParameterKind;
  readonly name: string;
  /** The first declaration. */
  readonly at: SourcePosition;
};

/** Everything that the tools know about an application. */
export type Manifest = {
  /** Version of this format; increased when a reader of the old one would misread it. */
  readonly version: 1;
  readonly app: {
    readonly name: string;
    readonly debug: boolean;
    /** Media types treated as binary, after the application's own changes (specification 2.1, 4.4). */
    readonly binaryTypes: readonly string[];
    readonly at: SourcePosition;
  };
  /** Sorted by path, then by first method. */
  readonly routes: readonly RouteEntry[];
  /** Sorted by name. */
  readonly functions: readonly FunctionEntry[];
  /** Sorted by name. */
  readonly authorizers: readonly AuthorizerEntry[];
  /** Sorted by function, then in source order; absent without event sources. */
  readonly events?: readonly EventEntry[];
  /** Sorted by type, then by name; absent when the source declares none. */
  readonly resources?: readonly ResourceEntry[];
  /** Secrets and parameters, sorted by name; absent when there are none. */
  readonly parameters?: readonly ParameterEntry[];
  /** The named types of inputs, sorted by name; absent when there are none. */
  readonly schemas?: Readonly<Record<string, JsonSchema>> | undefined;
};

/** The name under which routes refer to the IAM authorizer. */
export const IAM_AUTHORIZER = 'IAM';

/**
 * The authorizer of a route, with the scopes of the route instead of its own (specification 2.5). Undefined when every
 * request is admitted.
 */
export function routeAuthorizer(
  { authorizer, scopes }: Pick<RouteEntry, 'authorizer' | 'scopes'>,
  authorizers: readonly AuthorizerEntry[],
): AuthorizerEntry | undefined {
  const entry = authorizers.find(({ name }) => name === authorizer);
  return entry?.kind === 'userPool' && scopes ? { ...entry, scopes } : entry;
}
