// The messages between the test client and the engine. The engine is a thread, so that the test runner's module system and
// fake clocks do not affect the compiler and the gateway.
import type { FunctionFacts } from '../gateway/index.js';
import type { LocalSource } from '../events/local-kind.js';
import type { ProvidedValue } from '../local/provided-values.js';
import type { Caller } from './caller.js';

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

/** A request as it would arrive from a socket. */
export type RawRequest = {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  readonly note: string | undefined;
};

export type OpenedApp = {
  readonly functions: readonly string[];
  /** The event sources of these functions. */
  readonly sources: readonly LocalSource[];
  /** Absolute paths of the files that the application was built from. */
  readonly files: readonly string[];
};

/** A question of the test. The answer has the same number. Applications are numbered by the test. */
export type Task =
  | { readonly kind: 'open'; readonly app: number; readonly request: OpenRequest }
  | {
      readonly kind: 'request';
      readonly app: number;
      readonly request: RawRequest;
      readonly caller: Caller | undefined;
      readonly provided: readonly ProvidedValue[];
    }
  | {
      readonly kind: 'invoke';
      readonly app: number;
      readonly name: string;
      readonly event: unknown;
    }
  | { readonly kind: 'close'; readonly app: number };

/** An error as data. The other side makes an error of it. */
export type Refusal = {
  readonly name: string;
  readonly message: string;
  /** The stack in the application; undefined when the message is enough. */
  readonly stack?: string;
};

export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A call of a function of an application that the test has loaded. */
export type Call = {
  readonly app: number;
  readonly number: number;
  /** The name of a lambda function; undefined is the API function. */
  readonly name: string | undefined;
  readonly event: unknown;
  readonly provided: readonly ProvidedValue[];
  readonly facts: FunctionFacts;
  readonly requestId: string;
};

export type ToEngine =
  | { readonly kind: 'task'; readonly number: number; readonly task: Task }
  | { readonly kind: 'called'; readonly number: number; readonly outcome: Outcome };

export type FromEngine =
  | { readonly kind: 'settled'; readonly number: number; readonly outcome: Outcome }
  | { readonly kind: 'call'; readonly call: Call }
  /** Output of the application, or an event about it. */
  | {
      readonly kind: 'text';
      readonly app: number;
      readonly stream: 'out' | 'err';
      readonly text: string;
    };
