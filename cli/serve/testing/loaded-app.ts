// Runs an application that the test has loaded with the module system of its runner, so that mocks and coverage work.
// The engine calls its functions through here.
import { throughJson } from '../../../compiler/json-values.js';
import type { Framework } from '../../../runtime/index.js';
import { createLambdaContext } from '../gateway/lambda-context.js';
import { withProvided } from '../local/provided-values.js';
import type { Call } from './messages.js';

/** Loads the application and returns the function that calls its functions. */
export async function loadedApp(
  load: () => Promise<object>,
): Promise<(call: Call) => Promise<unknown>> {
  const app = findApp(await load());
  // Imported through the test runner, so that the application uses the same classes of errors and responses.
  const { createFunctionHandler, createHandler } = await import('../../../runtime/index.js');
  const handler = createHandler(app);
  return async ({ name, event, provided, facts, requestId }) => {
    const context = createLambdaContext(facts, { requestId, started: Date.now() }, Date.now);
    if (name !== undefined)
      return throughJson(await createFunctionHandler(name, app)(event, context));
    const answer = withProvided(provided, () => handler(event as never, context)); // because the gateway has made it
    return throughJson(await answer);
  };
}

/** Finds the application among the exports of a module, under any name. */
function findApp(exports: object): Framework {
  const found: unknown = Object.values(exports).find(
    (value: unknown) =>
      typeof value === 'object' && value !== null && '$registry' in value && 'appName' in value,
  );
  if (found === undefined) {
    throw new TypeError(
      'What `load` loads exports no application: it is to import the module that exports `app`.',
    );
  }
  return found as Framework; // because nothing else has its registry
}
