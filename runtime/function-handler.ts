// `createFunctionHandler`: the Lambda handler of a function declared with `app.lambdaFunction()` (specification 2.1, 6).
import type { LambdaContext } from './contract/proxy-event.js';
import { mapFrames } from './error-text.js';
import { identified } from './json-log.js';
import type { Application, CutApplication } from './application.js';
import { onlyApplication } from './handler.js';
import { receiverOf } from './view-registry.js';

/** Takes any event; resolves with what the function returns and rejects with what it raises, as Lambda expects. */
export type FunctionHandler = (event: unknown, context?: LambdaContext) => Promise<unknown>;

/**
 * Makes the Lambda handler of one function; without an application, of the only one there is.
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
export function functionHandlerOf(app: CutApplication, name: string): FunctionHandler {
  return async (event, context) => {
    const found = app.$registry.functions.get(name);
    if (!found) throw new Error(`No app.lambdaFunction() has the name '${name}'.`);
    const [key, , isStatic] = found.row;
    try {
      return await (app.$around?.(found, event, context) ??
        app.$receive?.(found, event, context) ??
        receiverOf(found.owner, isStatic)[key]?.(event, context));
    } catch (error) {
      // Lambda logs the stack of what is raised: let it point into the source.
      if (error instanceof Error && error.stack) error.stack = mapFrames(error.stack);
      throw error;
    }
  };
}
