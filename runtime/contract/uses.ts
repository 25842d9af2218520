// What an application uses of the runtime. As published, the runtime supports everything. A build replaces each member with
// true or false (transformers/used-names.ts), and esbuild removes what is behind a false (docs/decisions/slim-bundle.md).

/** The parts of the runtime that only some applications use, in groups. */
const PARTS = {
  /** Members of a request. */
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
  /** Members of an application, and how it finds its current request: `$stored` by asynchronous context, `$begun` while a view is called. */
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
  /** What the compiler writes into modules, or learns about the views in them. */
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
  /** What comes with an export of the framework or with a setting. */
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
  /** What only the configuration of a stage asks for, and no word of the application. */
  settings: ['metrics'],
} as const;

type Parts = typeof PARTS;
type Uses = { readonly [Group in keyof Parts]: Readonly<Record<Parts[Group][number], boolean>> } & {
  /** The event adapters, by the members that declare their sources. */
  readonly sources: Readonly<Record<string, boolean>>;
};

// One statement, which a build removes.
export const $uses: Uses = {
  ...Object.fromEntries(
    Object.entries(PARTS).map(([group, names]) => [
      group,
      Object.fromEntries(names.map((name) => [name, group !== 'settings'])),
    ]),
  ),
  sources: new Proxy({}, { get: () => true }),
} as Uses; // because fromEntries loses the names
