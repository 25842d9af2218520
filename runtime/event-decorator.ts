// Implements the application methods that declare event sources as decorators that work at run time, for an application that
// was not built.
import type { SourceOptions } from './contract/binding.js';
import { type AnyDecorator, functionDecorator, type Registry } from './decorators.js';
import type { Delivery, EventAdapter } from './events/adapter.js';
import { Adapters, type EventMembers, UNBUILT } from './events/adapters.js';
import { arnVariable, mainVariable } from './contract/resources.js';
import { writeLine } from './logger.js';
import { Bucket, Queue, Table, Topic } from './resources.js';
import type { FunctionOptions } from './route-types/route-decorator.js';

/** The options of any source, as the user wrote them. */
type GivenOptions = FunctionOptions & Readonly<Record<string, unknown>>;

type Declaring = { readonly $registry: Registry };

/** Adds the methods that declare event sources to a class. `EventMembers` contains their types. */
export function declareMembers(prototype: Declaring): void {
  const members = Object.keys(UNBUILT) as (keyof EventMembers)[]; // because `UNBUILT` has exactly these keys
  for (const member of members) {
    const { leading } = UNBUILT[member];
    // Defined as a method so that the function has the member's name.
    const { [member]: value } = {
      [member](this: Declaring, ...given: readonly unknown[]): AnyDecorator {
        const options = given[leading] as GivenOptions | undefined; // because the types of the methods allow nothing else
        return eventDecorator(this.$registry, member, options);
      },
    };
    Object.defineProperty(prototype, member, { value, writable: true, configurable: true });
  }
}

function eventDecorator(
  registry: Registry,
  by: keyof EventMembers,
  given: GivenOptions = {},
): AnyDecorator {
  const { names, isText } = UNBUILT[by];
  const adapter = isText ? explained(Adapters[by]) : Adapters[by];
  const options = sourceOptions(given, names);
  return functionDecorator(registry, given, (declared) => {
    registry.addSource([declared, adapter, options]);
  });
}

function sourceOptions(given: GivenOptions, names: readonly string[]): SourceOptions {
  const { onInvalid, concurrency } = given;
  const source = names.map((name) => sourceIn(given[name])).find((one) => one !== undefined);
  return {
    ...(source && { source }),
    ...(onInvalid === 'drop' && { onInvalid }),
    ...(typeof concurrency === 'number' && { concurrency }),
    ...('input' in given && { hasInput: true }),
  };
}

/** Returns a source's name, or the variable that identifies a declared resource in events: for a queue, that of its ARN. */
function sourceIn(value: unknown): SourceOptions['source'] {
  if (typeof value === 'string') return { text: value };
  if (value instanceof Queue)
    return { variable: arnVariable({ type: 'queue', name: value.$name }) };
  const type = value instanceof Table ? 'table' : value instanceof Topic ? 'topic' : 'bucket';
  return value instanceof Table || value instanceof Topic || value instanceof Bucket
    ? { variable: mainVariable({ type, name: value.$name }) }
    : undefined;
}

/** Wraps an adapter so that it logs, once per function, that payloads are strings because no build has read their type. */
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

function explain({ app, name }: Delivery): void {
  const names = explainedFunctions.get(app) ?? new Set();
  explainedFunctions.set(app, names);
  if (names.has(name)) return;
  names.add(name);
  const text = `The function '${name}' receives its payload as text or bytes, because this module was not built: only a build reads the type that its parameter declares. Add the plugin of 'framework/vite' to the configuration of the test runner.`;
  writeLine(app.appName, 'WARNING', text);
}
