// One case of the conformance table: a request in HTTP terms and the answer that every host must give.

/** The applications in this folder; each shows what needs settings of its own. */
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

/** What the secret of `layered-app` is: a variable of the environment, or a parameter of the deployed stage. */
export const SECRET = {
  variable: 'CONFORMANCE_KEY',
  parameter: '/conformance-layered/dev/conformance-key',
  value: 'Geheimnis "7"',
} as const;

export type HttpRequest = {
  /** GET unless given. */
  readonly method?: string;
  /** With the query string, as sent. */
  readonly path: string;
  /** A list is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
};

export type HttpAnswer = {
  readonly status: number;
  /** Every value of a header, by any spelling of its name. */
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
};

export type ConformanceCase = {
  /** `app` unless given. */
  readonly app?: AppName;
  /** The sentence of the specification, or of a decision, that the case shows. */
  readonly title: string;
  readonly request: HttpRequest;
  readonly answer: ExpectedAnswer;
};

export type ExpectedAnswer = {
  /** 200 unless given. */
  readonly status?: number;
  /** Exact values; a list for a repeated header, null for one that must not be there. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** What the body must be; not looked at when none is given. */
  readonly json?: unknown;
  readonly text?: string | RegExp;
  readonly bytes?: readonly number[];
  /** The text of a body that is compressed with gzip. */
  readonly gunzipped?: string;
};

/** The cases of one section. */
export type ConformanceSection = {
  readonly section: string;
  readonly cases: readonly ConformanceCase[];
};
