// The requests between a test and the engine. The engine is a thread, so that the test runner's module system and fake clocks
// do not affect the compiler and the gateway.
import type { FunctionFacts, Invocation } from '../gateway/index.js';
import type { LocalSource } from '../events/local-kind.js';
import type { ProvidedValue } from '../local/provided-values.js';
import type { Streamed } from '../local/rpc.js';
import type { Caller } from './test-client.js';

/** The requests that the engine handles. The test numbers its applications. */
export type EngineMethods = {
  readonly open: (app: number, request: OpenRequest) => Promise<OpenedApp>;
  readonly request: (app: number, request: RawRequest, sender: Sender) => Promise<RawAnswer>;
  /** Resolves at the first chunk. */
  readonly stream: (app: number, request: RawRequest, sender: Sender) => Promise<Streamed<RawHead>>;
  /** Calls a lambda function that exists. */
  readonly invoke: (app: number, name: string, event: unknown) => Promise<unknown>;
  readonly close: (app: number) => Promise<void>;
};

/** The requests that the test handles. */
export type TestMethods = {
  /** Calls a function of an application that the test has loaded. */
  readonly call: (call: Call) => Promise<unknown>;
  /** Takes output of an application, or a message about it. A notice. */
  readonly print: (app: number, stream: 'out' | 'err', text: string) => void;
};

/** An application to open. */
export type OpenRequest = {
  /** Absolute path of the project directory. */
  readonly directory: string;
  /** The file of the entry that the test named; undefined when it named the directory. */
  readonly entry: string | undefined;
  readonly stage: string;
  /** The environment of the test's process. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Variables that replace those of the stage. */
  readonly environment: Readonly<Record<string, string>>;
  /** The time-out in milliseconds; undefined for that of the stage. */
  readonly timeout: number | undefined;
  /** True when the test itself has loaded the application. The engine is then only its gateway. */
  readonly isLoadedByTest: boolean;
};

export type OpenedApp = {
  readonly functions: readonly string[];
  /** The event sources of these functions. */
  readonly sources: readonly LocalSource[];
  /** The values of the keys of `api_keys`, by name. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Absolute paths of the files that the application was built from. */
  readonly files: readonly string[];
};

/** A request as it would arrive from a socket. */
export type RawRequest = {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn. */
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
  /** The chunks of a streamed body; the whole body of another. */
  readonly chunks: readonly Uint8Array[];
};

/** A call of a function of an application that the test has loaded. */
export type Call = {
  readonly app: number;
  /** The name of a lambda function; undefined is the API function. */
  readonly name: string | undefined;
  readonly event: unknown;
  readonly provided: readonly ProvidedValue[];
  readonly facts: FunctionFacts;
  readonly requestId: string;
  /** The request of a streaming route; its result is streamed. */
  readonly streamed?: Pick<Invocation, 'requestId' | 'time' | 'method'>;
};
