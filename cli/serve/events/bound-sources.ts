// The event sources of an application as the compiler bound them, with the types of their payloads, and sample payloads of
// these types.
import type { AppModule } from '../../../compiler/compile-app.js';
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import type { Type, TypeDefinitions } from '../../../compiler/declarations/declared-type.js';
import { jsonSchemaOf } from '../../../compiler/types/json-schema.js';
import { namedSchemas } from '../../../compiler/types/schema-names.js';
import { sampleOf } from '../samples/sample-value.js';
import type { EventTraits, LocalSource } from './local-kind.js';
import { kindOf } from './local-kinds.js';

/** The event sources of the functions in some modules. */
export function boundSources(modules: readonly AppModule[]): readonly BoundEvents[] {
  return modules
    .flatMap(({ bindings }) => bindings)
    .flatMap((binding) => {
      if (binding.form === 'class') return binding.sources ?? [];
      const { row } = binding;
      return 'function' in row && row.source ? [row.source] : [];
    });
}

/** A payload of the type that the function declares; undefined when it declares none. */
function samplePayload({ options, payload }: BoundEvents): unknown {
  const isJson = options !== 0 && options.payload === 'json';
  const value = payload ? sampleOfType(payload.type, payload.definitions) : isJson ? {} : undefined;
  return isJson ? JSON.stringify(value) : value;
}

function sampleOfType(type: Type, definitions: TypeDefinitions): unknown {
  const { options, named = {} } = namedSchemas([type], definitions);
  return sampleOf(jsonSchemaOf(type, options), named);
}

export type SampleTraits = EventTraits & {
  /** The bound sources, whose types decide the payload. Without them it is a string, or an item with an `id`. */
  readonly bound?: readonly BoundEvents[];
};

/** An event with one record, for people who run a function without writing an event. */
export function sampleEvent(
  source: LocalSource,
  { bound = [], ...traits }: SampleTraits = {},
): unknown {
  const { function: name, member, kind } = source.entry;
  const own = bound.find((each) => each.name === name && each.adapter === member);
  return kindOf(kind).sample(source, own && samplePayload(own), traits);
}
