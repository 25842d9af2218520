// Runs the functions of an application behind its gateway.
import type { FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';

/** The outcome of an invocation of the API function. When it failed or timed out, the gateway makes the answer. */
export type ApiOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'integrationFailed' | 'integrationTimedOut'; readonly reason: string };

export type Backend = {
  readonly serve: (invocation: Invocation) => Promise<ApiOutcome>;
  /** Calls a lambda function by its name in the application. */
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  readonly stop: () => Promise<void>;
};
