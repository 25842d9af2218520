// `createFunctionHandler`: the Lambda handler of a function declared with `app.lambdaFunction()` (specification 2.1, 6).
import type { LambdaContext } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { mapFrames } from './error-text.js';
import { receiveEvent } from './events/receive.js';
import { identified } from './json-log.js';
import type { Application } from './application.js';
import { onlyApplication } from './handler.js';
import { layersOf } from './layer.js';
import { type FunctionEntry, receiverOf } from './view-registry.js';

/** Takes any event; resolves with what the function returns and rejects with what it throws, as Lambda expects. */
export type FunctionHandler = (event: unknown, context?: LambdaContext) => Promise<unknown>;

/**
 * Creates the Lambda handler of one function; the application defaults to the only one in the process.
 *
 * @example
 * ```ts
 * import './app.js';
 * import { createFunctionHandler } from 'framework';
 *
 * export const resize = createFunctionHandler('resize');
 * ```
 */
export function createFunctionHandler(
  name: string,
  app: Application = onlyApplication(),
): FunctionHandler {
  return identified(functionHandlerOf(app, name));
}

/** The handler of one function of an application. */
export function functionHandlerOf(app: Application, name: string): FunctionHandler {
  return async (event, context) => {
    const entry = app.$registry.functions.get(name);
    if (!entry) throw new Error(`No app.lambdaFunction() has the name '${name}'.`);
    const invocation = { app, entry, event, context };
    try {
      const chain = $uses.parts.middleware
        ? (entry.chain ??= layersOf(app, name, 'event'))
        : undefined;
      return await (chain?.[0]?.$pass({ chain, event, context }, () => call(invocation)) ??
        call(invocation));
    } catch (error) {
      // Lambda logs the stack of the error: make it point into the source.
      if (error instanceof Error && error.stack) error.stack = mapFrames(error.stack);
      throw error;
    }
  };
}

type Invocation = {
  readonly app: Application;
  readonly entry: FunctionEntry;
  readonly event: unknown;
  readonly context: LambdaContext | undefined;
};

/** Calls a function, through the matching event source when it has sources. */
function call({ app, entry, event, context }: Invocation): unknown {
  const [key, name, isStatic] = entry.row;
  if ($uses.code.$on) {
    const sources = app.$registry.$sources.get(name);
    const hand = {
      call: (value: unknown) => receiverOf(entry.owner, isStatic)[key]?.(value, context),
    };
    if (sources) return receiveEvent(sources, { app, name, event, ...hand });
  }
  return receiverOf(entry.owner, isStatic)[key]?.(event, context);
}
