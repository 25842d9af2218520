// Classifies packages: those of the SDK, those that wrap clients, and those that do not modify the arguments passed to them.

const SDK =
  /^(?:@aws-sdk\/(?:client-[^/]+(?:\/.*)?|lib-dynamodb(?:\/.*)?|lib-storage(?:\/.*)?|s3-request-presigner|s3-presigned-post|credential-providers|rds-signer|dsql-signer|polly-request-presigner|util-dynamodb)|aws-sdk(?:\/clients\/[^/]+|\/global)?|@aws-lambda-powertools\/(?:parameters|idempotency)(?:\/.*)?|@middy\/(?:ssm|secrets-manager))$/;

/** Tells whether the exports of a package are distinguished. */
export function isSdkPackage(specifier: string): boolean {
  return SDK.test(specifier);
}

/** Returns the package of a specifier. A file of a package exports the same values as the package. */
export function wholePackage(specifier: string): string {
  const [whole] = /^@aws-sdk\/(?:client-[^/]+|lib-dynamodb|lib-storage)/.exec(specifier) ?? [];
  return whole ?? specifier;
}

/** Tells whether the exports of a package are commands, paginators, waiters and clients. */
export function isClientPackage(specifier: string): boolean {
  return specifier.startsWith('@aws-sdk/client-') || specifier === '@aws-sdk/lib-dynamodb';
}

/** Packages that may receive a client and do not modify the arguments passed to them. */
const HARMLESS =
  /^(?:@aws-sdk\/|@smithy\/|@aws-lambda-powertools\/|aws-xray-sdk|@aws\/|framework(?:\/|$)|pino$|winston$|uuid$|zod$|ulid$|nanoid$)/;

export function isHarmlessPackage(specifier: string): boolean {
  return HARMLESS.test(specifier) || (isBuiltIn(specifier) && !KEEPING.has(bareName(specifier)));
}

/** Tells whether a package contains no clients. */
export function isWithoutClients(specifier: string): boolean {
  return (
    isHarmlessPackage(specifier) && !specifier.startsWith('@aws') && !specifier.startsWith('aws')
  );
}

function isBuiltIn(specifier: string): boolean {
  return specifier.startsWith('node:') || BUILT_IN.has(specifier);
}

function bareName(specifier: string): string {
  return specifier.replace(/^node:/, '');
}

/** Built-in modules that store their arguments and pass them to other code. */
const KEEPING: ReadonlySet<string> = new Set([
  'async_hooks',
  'diagnostics_channel',
  'events',
  'process',
  'util',
  'vm',
  'worker_threads',
]);

/** The names of built-in modules without the prefix `node:`. */
const BUILT_IN: ReadonlySet<string> = new Set(
  'assert buffer child_process crypto dns fs fs/promises http https net os path perf_hooks querystring readline stream stream/promises string_decoder timers timers/promises tls url v8 zlib'.split(
    ' ',
  ),
);

/** Tells whether the calls of a package need permissions. An application without such packages needs no analysis. */
export function isAnalysedPackage(specifier: string): boolean {
  return /^(?:@aws-sdk\/|aws-sdk(?:\/|$)|@aws-lambda-powertools\/|@middy\/(?:ssm|secrets-manager)$)/.test(
    specifier,
  );
}
