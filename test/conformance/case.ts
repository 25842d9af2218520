// One case of the conformance table: an HTTP request and the response that every host must send.

/** The applications in this folder. Each has settings that cannot be combined with those of the others. */
export const APPLICATIONS = [
  'app',
  'debug-app',
  'binary-json-app',
  'layered-app',
  'formatted-app',
  'input-app',
  'parted-app',
  'guarded-app',
  'shared-cors-app',
  'stream-app',
] as const;

export type AppName = (typeof APPLICATIONS)[number];

/** The name of `layered-app`'s secret: as an environment variable, and as a parameter of the deployed stage. */
export const SECRET = {
  variable: 'CONFORMANCE_KEY',
  parameter: '/conformance-layered/dev/conformance-key',
  value: 'Geheimnis "7"',
} as const;

export type HttpRequest = {
  /** Defaults to GET. */
  readonly method?: string;
  /** Includes the query string, as sent. */
  readonly path: string;
  /** A list represents a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
};

export type HttpAnswer = {
  readonly status: number;
  /** Returns every value of a header; header names are case-insensitive. */
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
};

export type ConformanceCase = {
  /** Defaults to `app`. */
  readonly app?: AppName;
  /** The sentence of the specification, or of a decision, that the case tests. */
  readonly title: string;
  readonly request: HttpRequest;
  readonly answer: ExpectedAnswer;
};

/** Creates a case. A text instead of a request is the path of a GET request. */
export function given(
  title: string,
  request: string | HttpRequest,
  answer: ExpectedAnswer,
  app?: AppName,
): ConformanceCase {
  const sent = typeof request === 'string' ? { path: request } : request;
  return { title, request: sent, answer, ...(app && { app }) };
}

type Body = HttpRequest['body'];

function typed(method: string, path: string, type: string, body: Body): HttpRequest {
  const headers = { 'Content-Type': type };
  return { path, method, headers, ...(body !== undefined && { body }) };
}

/** Creates a POST request with a body of a media type. */
export function posted(path: string, type: string, body?: Body): HttpRequest {
  return typed('POST', path, type, body);
}

/** Creates a PUT request with a body of a media type. */
export function put(path: string, type: string, body?: Body): HttpRequest {
  return typed('PUT', path, type, body);
}

export const JSON_TYPE: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' };

/** Returns the response to an error of one of the built-in classes. */
export function errorAnswer(status: number, Code: string, Message: string): ExpectedAnswer {
  return { status, headers: JSON_TYPE, json: { Code, Message } };
}

/** The response to an error that the view does not handle. */
export const INTERNAL: ExpectedAnswer = errorAnswer(
  500,
  'FrameworkViewError',
  'FrameworkViewError: An internal server error occurred.',
);

export type ExpectedAnswer = {
  /** Defaults to 200. */
  readonly status?: number;
  /** The exact values: a list for a repeated header, null for a header that must be missing. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** The expected body; not checked if absent. */
  readonly json?: unknown;
  readonly text?: string | RegExp;
  readonly bytes?: readonly number[];
  /** The text of a gzip-compressed body. */
  readonly gunzipped?: string;
};

/** The cases of one section. */
export type ConformanceSection = {
  readonly section: string;
  readonly cases: readonly ConformanceCase[];
};
