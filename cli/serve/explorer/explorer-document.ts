// What the explorer's page knows about an application: plain JSON. The server creates it from a build, the page shows it.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { Schema } from '../samples/sample-value.js';

/** A location in the user's source. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

/** A capture, a query parameter or a header. */
export type InputField = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly description?: string;
};

export type BodyInput = {
  readonly contentTypes: readonly string[];
  /** Undefined when the view does not say what it takes. */
  readonly schema?: Schema;
  readonly isRequired: boolean;
};

/** How callers are authorized. `custom` calls a function of the application, unless `isForeign`. */
export type RouteAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'iam'; readonly name: string }
  | { readonly kind: 'userPool'; readonly name: string; readonly header: string }
  | {
      readonly kind: 'custom';
      readonly name: string;
      readonly header: string;
      readonly isForeign: boolean;
    };

export type RouteAnswer = {
  readonly status: string;
  readonly description?: string;
  readonly contentType?: string;
  readonly schema?: Schema;
};

/** One method of one path. */
export type ExplorerRoute = {
  /** For example `PUT /cities/{id}`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The tag, the class, or the first segment of the path. */
  readonly group: string;
  /** For example `Cities.replace`. */
  readonly view: string;
  readonly summary?: string;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly captures: readonly InputField[];
  readonly query: readonly InputField[];
  readonly headers: readonly InputField[];
  /** Undefined for a method without a body. */
  readonly body?: BodyInput;
  readonly answers: readonly RouteAnswer[];
  readonly access: RouteAccess;
  readonly isKeyRequired: boolean;
  /** The security schemes of its providers: the names in one of these lists are enough. */
  readonly security?: readonly (readonly string[])[];
  /** The origin that CORS allows; undefined without CORS. */
  readonly corsOrigin?: string;
  readonly at: Place;
};

/** An event source of a function. */
export type EventOrigin = {
  readonly kind: EventEntry['kind'];
  /** For example `queue orders`. */
  readonly title: string;
  /** A sample event, as JSON. */
  readonly sample: string;
};

export type EventFunction = {
  /** `function order`; no route has such an id. */
  readonly id: string;
  readonly name: string;
  /** For example `Jobs.order`. */
  readonly view: string;
  /** At least one. */
  readonly origins: readonly EventOrigin[];
  readonly at: Place;
};

export type ExplorerDocument = {
  readonly app: string;
  readonly stage: string;
  /** The URL of the application on this machine. */
  readonly url: string;
  /** True for `--no-auth`. */
  readonly isOpen: boolean;
  /** True when every save builds again. */
  readonly isWatching: boolean;
  /** The API key that is sent for routes that require one. */
  readonly apiKey: string;
  /** In the order of groups, then of paths. */
  readonly routes: readonly ExplorerRoute[];
  readonly functions: readonly EventFunction[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** What the cloud on this machine has of the stage; absent without `--cloud`. */
  readonly stored?: readonly Stored[];
  /** True when the application has been described, so that its OpenAPI document can be downloaded. */
  readonly isDescribed: boolean;
  /** The security schemes of OpenAPI, by name. Absent before the application is described. */
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A table, queue or bucket in the cloud on this machine. */
export type Stored = {
  /** `table cities`; no route and no function has such an id. */
  readonly id: string;
  readonly kind: 'table' | 'queue' | 'bucket';
  /** As the source has it. */
  readonly title: string;
  /** In the cloud. */
  readonly name: string;
};

/** A page of what is in it, as text. */
export type StoredPage = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What the next page is asked with. */
  readonly next?: string;
};

/** A diagnostic with the lines around it. */
export type ShownProblem = {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly at?: Place;
  readonly lines?: readonly { readonly number: number; readonly text: string }[];
};

/** The state of the server, as `/events` tells it. */
export type ExplorerState = {
  readonly kind: 'building' | 'serving' | 'broken';
  /** Changes with every build without errors. */
  readonly build: string;
  /** Changes with the document: with the build, and again when that build has been described. */
  readonly revision: string;
  readonly problems: readonly ShownProblem[];
};

/** A request that the application has been sent, or a run of a function with an event, as `/events` tells it. */
export type ShownRequest = {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Of a run, the name of the function. */
  readonly target: string;
  readonly status: number | 'gone' | 'done' | 'failed';
  readonly milliseconds: number;
  readonly note?: string;
  /** The id of the route that responded, or of the function that ran. */
  readonly route?: string;
  /** The captures, as strings. */
  readonly captures?: Readonly<Record<string, string>>;
  /** Where the view is; for an exception, where it was thrown. */
  readonly at?: Place;
  /** The first line of an exception that the view did not handle. */
  readonly exception?: string;
  /** Only of requests that came while the page was open, and only as long as the page keeps it. */
  readonly contents?: KeptContents;
};

/** Replaces the value of a secret. */
export const MASK = '***';

/** The contents of a request and its response. Secrets in headers are masked. */
export type KeptContents = {
  readonly headers: SendForm['headers'];
  readonly body?: CarriedBody;
  /** True when the request had a body that was too long to be kept. */
  readonly isBodyLost: boolean;
  readonly answer: SentAnswer;
};

/** A body as JSON can carry it. */
export type CarriedBody = { readonly text: string } | { readonly base64: string };

/** What the page asks the server to send. */
export type SendForm = {
  readonly method: string;
  /** Path and query string, encoded. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: CarriedBody;
  /** Signs as the local IAM caller. */
  readonly isSigned: boolean;
  /** Adds the local API key. */
  readonly hasKey: boolean;
  /** The claims for a new id token, for a route with a user pool. */
  readonly claims?: Readonly<Record<string, unknown>>;
};

export type SentAnswer = {
  readonly status: number;
  readonly phrase: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CarriedBody;
  /** Bytes, as sent. */
  readonly size: number;
  /** What the application printed for the request. */
  readonly log: string;
  /** True when the body is only the beginning of the response. */
  readonly isCut?: boolean;
  readonly streamed?: StreamState;
};

/** An answer that is streamed, as lines of JSON: its head, then what came, then its end. */
export type SentPart =
  | { readonly kind: 'head'; readonly answer: SentAnswer }
  /** The bytes that came, as text where they are text. */
  | { readonly kind: 'chunk'; readonly body: CarriedBody; readonly size: number }
  /** Server-sent events that came at the same time, in a part of so many bytes. */
  | {
      readonly kind: 'events';
      readonly events: readonly StreamedEvent[];
      readonly size: number;
    }
  | {
      readonly kind: 'end';
      readonly milliseconds: number;
      readonly log: string;
      /** Why the stream was cut. */
      readonly failure?: string;
    };

/** `milliseconds` is the time since the request. */
export type StreamedEvent = {
  readonly milliseconds: number;
  readonly id: string;
  readonly event: string;
  readonly data: string;
};

/** How far an answer that is streamed is. */
export type StreamState = {
  readonly isOpen: boolean;
  /** Undefined until the first byte has come. */
  readonly firstByte?: number;
  readonly events?: readonly StreamedEvent[];
  readonly failure?: string;
};

/** What the page asks the server to run. */
export type RunForm = {
  readonly name: string;
  /** The index of the source that the event is from. */
  readonly origin: number;
  readonly event: string;
};

export type EventRun = {
  readonly milliseconds: number;
  /** JSON of what the function returned, or its error with the stack. */
  readonly outcome: { readonly kind: 'returned' | 'failed'; readonly text: string };
  /** For sources whose records are treated one by one. */
  readonly records?: {
    readonly count: number;
    readonly failed: readonly { readonly index: number; readonly id: string }[];
  };
  /** What the application printed in the meantime. */
  readonly log: string;
};

/** For example `PUT /cities/{id}`. */
export function routeId(method: string, path: string): string {
  return `${method} ${path}`;
}

/** For example `function order`; no route has such an id. */
export function functionId(name: string): string {
  return `function ${name}`;
}
