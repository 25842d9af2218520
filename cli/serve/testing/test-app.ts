// `testApp`: opens an application for a test.
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { throughJson } from '../../../compiler/json-values.js';
import { variableOf } from '../../../runtime/contract/parameters.js';
import type { Framework } from '../../../runtime/index.js';
import { createLambdaContext } from '../gateway/proxy-event.js';
import { withProvided } from '../local/provided-values.js';
import { callStreaming } from '../local/stream-call.js';
import { createClient } from './client.js';
import { type Engine, theEngine, throwAtCaller } from './engine-link.js';
import type { Call, OpenRequest } from './messages.js';
import type { ParameterName, TestClient } from './test-client.js';

/** The options of `testApp`. */
export type TestAppOptions = {
  /** The stage whose configuration is used; defaults to `dev`. */
  readonly stage?: string;
  /**
   * Environment variables for the application. They override the variables of the stage and of this process, and are not
   * visible to other applications or to the test.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** The values of secrets, by name: `{ 'stripe-key': 'sk_test_1' }`. Missing values are read from `.env`. */
  readonly secrets?: { readonly [Name in ParameterName<'secrets'>]?: string };
  /** The values of parameters, by name. Missing values are read from `.env`. */
  readonly parameters?: { readonly [Name in ParameterName<'parameters'>]?: string };
  /**
   * Default headers for every request, such as `{ Accept: 'image/png' }`. A request can override each of them; an empty list
   * removes one.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The time in milliseconds after which an invocation fails, and after which a request fails with 502 (with 504 for a timeout
   * of 29 seconds or more). Defaults to `lambda_timeout`.
   */
  readonly timeout?: number;
  /** Whether the application's output is printed; defaults to true. `output()` always returns it. */
  readonly showOutput?: boolean;
  /**
   * Loads the application into the test itself, so that the test runner's mocks and coverage apply to it: `() =>
   * import('../app.js')`. The application then uses the environment variables of the test.
   */
  readonly load?: () => Promise<object>;
};

/** An application under test. */
export type TestedApp<Routes = unknown> = {
  readonly client: TestClient<Routes>;
  /**
   * The API keys of the stage, by their names in `api_keys`. A request with `client.get('/report', { as: { apiKey:
   * apiKeys.partner } })` counts towards the limits of `partner`.
   */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Returns everything that the application has printed. */
  readonly output: () => string;
  /** Closes the application. If you do not close it, it ends with the process. */
  readonly close: () => Promise<void>;
};

/**
 * Opens an application as it would be deployed: compiled and bundled by the same code, behind the same gateway, in a separate
 * process. `app` is the path of its `app.ts`, relative to the working directory, or its URL. If the application has errors, the
 * promise rejects with the output of `framework check`. With the `Routes` type of a client from `framework client`,
 * `testApp<Routes>('./app.ts')` types inputs and responses.
 *
 * @example
 * ```ts
 * import { testApp } from 'framework/testing';
 *
 * const { client, close } = await testApp('./app.ts', { environment: { TABLE: 'cities-test' } });
 * const answer = await client.get('/cities/{city}', { params: { city: 'oslo' } });
 * answer.status; // 200
 * await close();
 * ```
 */
export async function testApp<Routes = unknown>(
  app: string | URL,
  options: TestAppOptions = {},
): Promise<TestedApp<Routes>> {
  const { stage = 'dev', headers, timeout, showOutput = true, load } = options;
  const location = throwAtCaller(testApp, () => {
    checkOptions(options);
    return locateApp(app);
  });
  const call = load && (await loadedApp(load));
  const request: OpenRequest = {
    ...location,
    stage,
    processEnvironment: { ...process.env },
    environment: environmentOf(options),
    timeout,
    isLoadedByTest: load !== undefined,
  };
  const engine = theEngine(request);
  let printed = '';
  let isClosed = false;
  const number = engine.listen({
    onText: (stream, text) => {
      printed += text;
      if (showOutput) process[stream === 'out' ? 'stdout' : 'stderr'].write(text);
    },
    onCall: async (made) => call?.(made),
  });
  const opening = engine.request('open', number, request).catch((error: unknown) => {
    engine.forget(number);
    throw error;
  });
  const { functions, sources, files, apiKeys } = await opening;
  tellWatcher(files);
  const ask: Engine['request'] = (name, ...values) =>
    isClosed
      ? Promise.reject(new Error('The application is closed.'))
      : engine.request(name, ...values);
  return {
    client: createClient(
      { app: number, functions, sources, printed: () => printed, headers },
      ask,
    ) as TestClient<Routes>, // because only the types differ
    apiKeys,
    output: () => printed,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await engine.request('close', number);
      engine.forget(number);
    },
  };
}

/** In an application that is not deployed, secrets and parameters are also environment variables. */
function environmentOf(options: TestAppOptions): Readonly<Record<string, string>> {
  const { environment, secrets = {}, parameters = {} } = options;
  const given = Object.entries<string | undefined>({ ...secrets, ...parameters });
  const values = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[variableOf(name), value] as const],
  );
  return { ...Object.fromEntries(values), ...environment };
}

function checkOptions(options: TestAppOptions): void {
  const { environment, load, secrets, parameters, showOutput, timeout } = options;
  const refuse = (name: string, why: string): never => {
    throw new TypeError(`\`${name}\` has no effect with \`load\`: the application ${why}.`);
  };
  if (load && showOutput !== undefined) refuse('showOutput', 'prints to the output of the test');
  if (load && environment) refuse('environment', 'is part of the test and reads its `process.env`');
  if (load && (secrets ?? parameters)) {
    const [first = 'stripe-key'] = Object.keys(secrets ?? parameters ?? {});
    refuse(
      secrets ? 'secrets' : 'parameters',
      `is part of the test and reads \`process.env.${variableOf(first)}\``,
    );
  }
  if (timeout !== undefined && !(timeout > 0)) {
    throw new TypeError(
      `\`timeout\` is ${timeout}, but it must be a number of milliseconds above 0.`,
    );
  }
}

/** The project is the directory of the entry file. */
function locateApp(app: string | URL): Pick<OpenRequest, 'directory' | 'entry'> {
  const isUrl = typeof app !== 'string' || app.startsWith('file:');
  const path = isUrl ? fileURLToPath(app) : resolve(app);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new Error(
      `There is no ${path}. Paths are relative to the working directory, ${process.cwd()}; ` +
        'write new URL(..., import.meta.url) for a path next to the test.',
    );
  }
  if (stats.isDirectory()) return { directory: path, entry: undefined };
  return { directory: dirname(path), entry: basename(path) };
}

/**
 * Reports the files to `node --test --watch`, which watches the files that its child processes report. The test itself does not
 * import the application's modules.
 */
function tellWatcher(files: readonly string[]): void {
  if (process.env['WATCH_REPORT_DEPENDENCIES'] === undefined) return;
  process.send?.({ 'watch:import': files.map((file) => pathToFileURL(file).href) });
}

/**
 * Loads the application with the module system of the test runner, so that mocks and coverage work. Returns a function that
 * calls the application's functions.
 */
async function loadedApp(load: () => Promise<object>): Promise<(call: Call) => Promise<unknown>> {
  const app = findApp(await load());
  // Imported through the test runner, so that the runtime and the application share the same error and response classes.
  const { createFunctionHandler, createHandler, createStreamHandler } =
    await import('../../../runtime/index.js');
  const handler = createHandler(app);
  const stream = createStreamHandler(app);
  return async ({ name, event, provided, facts, requestId, streamed }) => {
    const context = createLambdaContext(facts, { requestId, started: Date.now() }, Date.now);
    if (name !== undefined)
      return throughJson(await createFunctionHandler(name, app)(event, context));
    if (streamed) {
      return callStreaming(
        streamed,
        (out) => withProvided(provided, () => stream(event as never, out, context)), // because the gateway created it
      );
    }
    const answer = withProvided(provided, () => handler(event as never, context)); // because the gateway created it
    return throughJson(await answer);
  };
}

function findApp(exports: object): Framework {
  const found: unknown = Object.values(exports).find(
    (value: unknown) =>
      typeof value === 'object' && value !== null && '$registry' in value && 'appName' in value,
  );
  if (found === undefined) {
    throw new TypeError(
      '`load` loaded no application: it must import the module that exports `app`.',
    );
  }
  return found as Framework; // because only applications have this registry
}
