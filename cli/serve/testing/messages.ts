// The requests between a test and the engine, a thread that the test runner's module system and fake clocks do not affect.
import type { AnswerHead, FunctionFacts, GatewayRequest, Invocation } from '../gateway/index.js';
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
  /** The client has already checked that the function exists. */
  readonly invoke: (app: number, name: string, event: unknown) => Promise<unknown>;
  readonly close: (app: number) => Promise<void>;
};

export type TestMethods = {
  readonly call: (call: Call) => Promise<unknown>;
  /** The text is output of an application, or a message about it. */
  readonly print: (app: number, stream: 'out' | 'err', text: string) => void;
};

export type OpenRequest = {
  readonly directory: string;
  /** The name of the entry file, if the test gave a file; undefined if it gave a directory. */
  readonly entry: string | undefined;
  readonly stage: string;
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
  readonly sources: readonly LocalSource[];
  /** The values of the stage's API keys, by their name in `api_keys`. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** The absolute paths of the application's modules, its configuration, the `.env` files and tsconfig.json. */
  readonly files: readonly string[];
};

/** A request as it would be received from a socket. */
export type RawRequest = Pick<GatewayRequest, 'method' | 'target' | 'headers' | 'body'>;

/** The caller of a request, and the test's values for providers. */
export type Sender = {
  readonly caller: Caller | undefined;
  readonly provided: readonly ProvidedValue[];
};

export type RawHead = AnswerHead & { readonly note: string | undefined };

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
