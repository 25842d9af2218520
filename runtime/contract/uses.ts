// The runtime features that an application uses; all of them in the published runtime. A build replaces each member with true
// or false (transformers/used-names.ts), and esbuild removes the code behind false ones (docs/decisions/slim-bundle.md).

/** The runtime features that only some applications use, in groups. */
const PARTS = {
  /** Members of a request that the code reads. */
  request: [
    'context',
    'cookies',
    'formData',
    'getAll',
    'headers',
    'id',
    'jsonBody',
    'method',
    'path',
    'queryParams',
    'rawBody',
    'signal',
    'stageVars',
    'toDict',
    'toJSON',
    'toOriginalEvent',
    'uriParams',
  ],
  /** Methods of the log. */
  log: ['critical', 'debug', 'error', 'info', 'warn', 'warning'],
  /**
   * Members of an application, and how it finds its current request: `$stored` through the asynchronous context, `$begun` while
   * a view is being called.
   */
  app: [
    'api',
    '$begun',
    'binaryTypes',
    'currentRequest',
    'debug',
    'defineAuthorizer',
    'log',
    'register',
    '$stored',
  ],
  /** Members of a blueprint. */
  part: ['currentRequest', 'log', 'register'],
  /** Names that the compiler writes into modules, and facts that it derives about the views in them. */
  code: [
    '$',
    '$bodyText',
    '$bySchema',
    '$bytes',
    '$call',
    '$callFunction',
    '$capture',
    '$captures',
    '$form',
    '$functions',
    '$headers',
    '$inputs',
    '$isEmpty',
    '$isForm',
    '$json',
    '$late',
    '$list',
    '$message',
    '$on',
    '$query',
    '$registry',
    '$request',
    '$schema',
    '$stream',
    '$streamAny',
    '$streamEvents',
    '$streamLines',
    '$streamMixed',
    '$streamRaw',
    '$text',
    '_',
    '$head',
  ],
  /** Features that depend on an export of the framework or on a setting. */
  parts: [
    'Blueprint',
    'HTTPError',
    'InvalidInputError',
    'Response',
    'answerHeaders',
    'errorFormat',
    'event',
    '$jsonLogs',
    '$mayStream',
    'middleware',
    '$notes',
    'provide',
    'redirect',
    'setCookie',
    '$sharedCors',
    '$undeclared',
    'comment',
  ],
  /** Features that are enabled only by the configuration of a stage, not by the application's code. */
  settings: ['metrics'],
} as const;

type RuntimeParts = typeof PARTS;
type Uses = {
  readonly [Group in keyof RuntimeParts]: Readonly<Record<RuntimeParts[Group][number], boolean>>;
} & {
  /** The event adapters, by the application methods that declare their sources. */
  readonly sources: Readonly<Record<string, boolean>>;
};

// A single statement, so that a build can remove it.
export const $uses: Uses = {
  ...Object.fromEntries(
    Object.entries(PARTS).map(([group, names]) => [
      group,
      Object.fromEntries(names.map((name) => [name, group !== 'settings'])),
    ]),
  ),
  sources: new Proxy({}, { get: () => true }),
} as Uses; // because `fromEntries` loses the names of the keys
