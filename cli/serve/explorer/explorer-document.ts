// The data that the explorer's page receives and shows, as plain JSON. The server creates it from a build.
import type { EventEntry, SourcePosition } from '../../../runtime/contract/manifest.js';
import type { ParsedEvent } from '../local/event-parser.js';
import type { Schema } from '../samples/sample-value.js';

export type InputField = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly description?: string;
};

export type BodyInput = {
  readonly contentTypes: readonly string[];
  /** The schema of the body; undefined if the view does not declare a type. */
  readonly schema?: Schema;
  readonly isRequired: boolean;
};

/** How the callers of a route are authorized. `custom` calls a function of the application, unless `isForeign` is set. */
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

export type ExplorerRoute = {
  /** For example, `PUT /cities/{id}`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The tag, the class name, or the first segment of the path. */
  readonly group: string;
  /** For example, `Cities.replace`. */
  readonly view: string;
  readonly summary?: string;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly captures: readonly InputField[];
  readonly query: readonly InputField[];
  readonly headers: readonly InputField[];
  readonly body?: BodyInput;
  readonly answers: readonly RouteAnswer[];
  readonly access: RouteAccess;
  readonly isKeyRequired: boolean;
  /** The security schemes of the route's providers. A request must satisfy all schemes in one of these lists. */
  readonly security?: readonly (readonly string[])[];
  /** The origin that CORS allows; undefined without CORS. */
  readonly corsOrigin?: string;
  readonly at: SourcePosition;
};

export type EventOrigin = {
  readonly kind: EventEntry['kind'];
  /** For example, `queue orders`. */
  readonly title: string;
  readonly sample: string;
};

export type EventFunction = {
  /** `function order`. It is never the id of a route. */
  readonly id: string;
  readonly name: string;
  /** For example, `Jobs.order`. */
  readonly view: string;
  readonly origins: readonly EventOrigin[];
  readonly at: SourcePosition;
};

export type ExplorerDocument = {
  readonly app: string;
  readonly stage: string;
  readonly url: string;
  readonly isOpen: boolean;
  readonly isWatching: boolean;
  /** The page sends it to routes that require a key. */
  readonly apiKey: string;
  /** Sorted by group, then by path. */
  readonly routes: readonly ExplorerRoute[];
  readonly functions: readonly EventFunction[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The resources of the stage in the local cloud; absent without `--cloud`. */
  readonly stored?: readonly Stored[];
  /** True if the application has been described, so that its OpenAPI document can be downloaded. */
  readonly isDescribed: boolean;
  /** The OpenAPI security schemes, by name; absent until the application has been described. */
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export type Stored = {
  /** `table cities`. It is never the id of a route or a function. */
  readonly id: string;
  readonly kind: 'table' | 'queue' | 'bucket';
  readonly title: string;
  readonly name: string;
};

export type StoredPage = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The token for the next page. */
  readonly next?: string;
};

/** A diagnostic with the surrounding source lines. */
export type ShownProblem = {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly at?: SourcePosition;
  readonly lines?: readonly { readonly number: number; readonly text: string }[];
};

/** The state of the server, as `/events` sends it. */
export type ExplorerState = {
  readonly kind: 'building' | 'serving' | 'broken';
  /** Changes with every build that has no errors. */
  readonly build: string;
  /** Changes with the document: with each build, and again after that build has been described. */
  readonly revision: string;
  readonly problems: readonly ShownProblem[];
};

/** A request to the application, or a run of a function with an event, as `/events` sends it. */
export type ShownRequest = {
  readonly number: number;
  readonly time: number;
  readonly method: string;
  /** The target of the request, or the name of the function that ran. */
  readonly target: string;
  readonly status: number | 'gone' | 'done' | 'failed';
  readonly milliseconds: number;
  readonly note?: string;
  /** The id of the route that responded, or of the function that ran. */
  readonly route?: string;
  readonly captures?: Readonly<Record<string, string>>;
  /** The location of the view or of an exception. */
  readonly at?: SourcePosition;
  /** The first line of an exception that the view did not handle. */
  readonly exception?: string;
  /** The contents of a request that was made while the page was open, for as long as the page keeps them. */
  readonly contents?: KeptContents;
};

/** Shown instead of the value of a secret. */
export const MASK = '***';

/** The contents of a request and its response. Secrets in the headers are masked. */
export type KeptContents = {
  readonly headers: SendForm['headers'];
  readonly body?: CarriedBody;
  /** True if the request had a body that was too long to keep. */
  readonly isBodyLost: boolean;
  readonly answer: SentAnswer;
};

export type CarriedBody = { readonly text: string } | { readonly base64: string };

export type SendForm = {
  readonly method: string;
  /** The path and the query string, encoded. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: CarriedBody;
  /** True to sign the request as the local IAM caller. */
  readonly isSigned: boolean;
  readonly hasKey: boolean;
  /** The claims of a new id token, for a route with a user pool authorizer. */
  readonly claims?: Readonly<Record<string, unknown>>;
};

export type SentAnswer = {
  readonly status: number;
  readonly phrase: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CarriedBody;
  /** In bytes, as sent. */
  readonly size: number;
  readonly log: string;
  /** True if the body contains only the beginning of the response. */
  readonly isCut?: boolean;
  readonly streamed?: StreamState;
};

/** A part of a streamed response, sent as one line of JSON. The head is sent first, then the content, and finally the end. */
export type SentPart =
  | { readonly kind: 'head'; readonly answer: SentAnswer }
  /** The received bytes, as text if they are text. */
  | { readonly kind: 'chunk'; readonly body: CarriedBody; readonly size: number }
  /** Server-sent events that were received at the same time. `size` is their size in bytes. */
  | { readonly kind: 'events'; readonly events: readonly StreamedEvent[]; readonly size: number }
  | {
      readonly kind: 'end';
      readonly milliseconds: number;
      readonly log: string;
      readonly failure?: string;
    };

/** `milliseconds` is the time since the request was sent. */
export type StreamedEvent = ParsedEvent & { readonly milliseconds: number };

export type StreamState = {
  readonly isOpen: boolean;
  /** Milliseconds until the first byte; undefined until it is received. */
  readonly firstByte?: number;
  readonly events?: readonly StreamedEvent[];
  readonly failure?: string;
};

export type RunForm = {
  readonly name: string;
  /** The index of the source that the event comes from. */
  readonly origin: number;
  readonly event: string;
};

export type EventRun = {
  readonly milliseconds: number;
  /** The return value of the function as JSON, or its error with the stack. */
  readonly outcome: { readonly kind: 'returned' | 'failed'; readonly text: string };
  /** For sources whose records are handled individually. */
  readonly records?: {
    readonly count: number;
    readonly failed: readonly { readonly index: number; readonly id: string }[];
  };
  readonly log: string;
};

export function hasHeader(headers: SendForm['headers'], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
}

/** Returns the number of characters of the text or of the base64. */
export function lengthOf(body: CarriedBody): number {
  return ('text' in body ? body.text : body.base64).length;
}

export function routeId(method: string, path: string): string {
  return `${method} ${path}`;
}

/** Returns the id of a function, for example `function order`. It is never the id of a route. */
export function functionId(name: string): string {
  return `function ${name}`;
}
