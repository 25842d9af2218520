// What runs the functions of an application behind its gateway.
import type { FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';

/** How an invocation of the API function ended; the gateway has its own answers for the two that failed. */
export type ApiOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'integrationFailed' | 'integrationTimedOut'; readonly reason: string };

export type Backend = {
  readonly serve: (invocation: Invocation) => Promise<ApiOutcome>;
  /** Calls a lambda function by its name in the application. */
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  readonly stop: () => Promise<void>;
};
