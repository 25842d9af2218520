// The requests between a test and the engine. The engine is a thread, so that the test runner's module system and fake clocks
// do not affect the compiler and the gateway.
import type { FunctionFacts, Invocation } from '../gateway/index.js';
import type { LocalSource } from '../events/local-kind.js';
import type { ProvidedValue } from '../local/provided-values.js';
import type { Streamed } from '../local/rpc.js';
import type { Caller } from './test-client.js';

/** The requests that the engine handles. The test assigns numbers to its applications. */
export type EngineMethods = {
  readonly open: (app: number, request: OpenRequest) => Promise<OpenedApp>;
  readonly request: (app: number, request: RawRequest, sender: Sender) => Promise<RawAnswer>;
  /** Resolves when the first chunk arrives. */
  readonly stream: (app: number, request: RawRequest, sender: Sender) => Promise<Streamed<RawHead>>;
  /** Calls a lambda function of the application. The client has already checked that it exists. */
  readonly invoke: (app: number, name: string, event: unknown) => Promise<unknown>;
  readonly close: (app: number) => Promise<void>;
};

export type TestMethods = {
  /** Calls a function of an application that the test has loaded. */
  readonly call: (call: Call) => Promise<unknown>;
  /** Receives output of an application, or a message about it. Sends no response. */
  readonly print: (app: number, stream: 'out' | 'err', text: string) => void;
};

export type OpenRequest = {
  /** The absolute path of the project directory. */
  readonly directory: string;
  /** The name of the entry file, if the test gave a file; undefined if it gave a directory. */
  readonly entry: string | undefined;
  readonly stage: string;
  /** The environment variables of the test's process. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Variables that override the variables of the stage. */
  readonly environment: Readonly<Record<string, string>>;
  /** In milliseconds; defaults to the timeout of the stage. */
  readonly timeout: number | undefined;
  /** True if the test has loaded the application itself. The engine is then only the application's gateway. */
  readonly isLoadedByTest: boolean;
};

export type OpenedApp = {
  readonly functions: readonly string[];
  /** The event sources of these functions. */
  readonly sources: readonly LocalSource[];
  /** The values of the stage's API keys, by their name in `api_keys`. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** The absolute paths of the files that the application was built from. */
  readonly files: readonly string[];
};

/** A request as it would be received from a socket. */
export type RawRequest = {
  readonly method: string;
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
};

/** The caller of a request, and the test's values for providers. */
export type Sender = {
  readonly caller: Caller | undefined;
  readonly provided: readonly ProvidedValue[];
};

export type RawHead = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly note: string | undefined;
};

export type RawAnswer = RawHead & {
  /** The chunks of a streamed body, or the whole body of any other response. */
  readonly chunks: readonly Uint8Array[];
};

/** A call to a function of an application that the test has loaded. */
export type Call = {
  readonly app: number;
  /** The name of a Lambda function; undefined for the API function. */
  readonly name: string | undefined;
  readonly event: unknown;
  readonly provided: readonly ProvidedValue[];
  readonly facts: FunctionFacts;
  readonly requestId: string;
  /** Set for a request to a streaming route, whose result is streamed. */
  readonly streamed?: Pick<Invocation, 'requestId' | 'time' | 'method'>;
};
