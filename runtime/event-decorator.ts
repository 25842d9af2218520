// `app.schedule`, `app.onSqsMessage` and the other sources of events as decorators that really run, in an application that
// was not built.
import type { SourceOptions } from './contract/binding.js';
import type { AdapterName } from './contract/events.js';
import { type AnyDecorator, functionDecorator, type Registry } from './decorators.js';
import type { Delivery, EventAdapter } from './events/adapter.js';
import { Adapters } from './events/adapters.js';
import { writeLine } from './logger.js';
import type { FunctionOptions } from './route-types/function-decorator.js';

/** The options of any source, as an application gives them. */
type GivenOptions = FunctionOptions & Readonly<Record<string, unknown>>;

/** What a member that declares a source returns. */
export function eventDecorator(
  registry: Registry,
  by: AdapterName,
  given: GivenOptions = {},
): AnyDecorator {
  const options = sourceOptions(given);
  const { name, middleware } = given;
  return functionDecorator(
    registry,
    { ...(name !== undefined && { name }), ...(middleware && { middleware }) },
    (declared) => {
      registry.$addSource([declared, UNBUILT[by], options]);
    },
  );
}

/** What the runtime must know of what is given. */
function sourceOptions(given: GivenOptions): SourceOptions {
  const { queue, topic, bucket, table, streamArn, stream, onInvalid, concurrency } = given;
  const text = queue ?? topic ?? bucket ?? table ?? streamArn ?? stream;
  return {
    ...(typeof text === 'string' && { source: { text } }),
    ...(onInvalid === 'drop' && { onInvalid }),
    ...(typeof concurrency === 'number' && { concurrency }),
    ...('input' in given && { hasInput: true }),
  };
}

/** The adapters, which say what is amiss with a payload that is text because nothing has read its type. */
const UNBUILT: Readonly<Record<AdapterName, EventAdapter>> = {
  schedule: Adapters.schedule,
  onEvent: Adapters.onEvent,
  onS3Event: Adapters.onS3Event,
  onDynamodbRecord: Adapters.onDynamodbRecord,
  onSqsMessage: explained(Adapters.onSqsMessage),
  onSqsBatch: explained(Adapters.onSqsBatch),
  onSnsMessage: explained(Adapters.onSnsMessage),
  onKinesisRecord: explained(Adapters.onKinesisRecord),
};

function explained(adapter: EventAdapter): EventAdapter {
  return {
    ...adapter,
    deliver: (delivery) =>
      adapter.deliver({
        ...delivery,
        call: async (value) => {
          try {
            return await delivery.call(value);
          } catch (error) {
            explain(delivery);
            throw error;
          }
        },
      }),
  };
}

const explainedFunctions = new WeakMap<object, Set<string>>();

/** Says once for a function why its payloads are text. */
function explain({ app, name }: Delivery): void {
  const names = explainedFunctions.get(app) ?? new Set();
  explainedFunctions.set(app, names);
  if (names.has(name)) return;
  names.add(name);
  const text = `If the parameter of '${name}' declares the type of its payload: a build reads that type, and this module was not built, so that the payload is text or bytes. Add the plugin of 'framework/vite' to the configuration of the test runner.`;
  writeLine(app.appName, 'WARNING', text);
}
