// The event sources of an application as the compiler bound them, with the types of their payloads, and sample payloads of
// these types.
import type { AppModule } from '../../../compiler/compile-app.js';
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import type { Type, TypeDefinitions } from '../../../compiler/declarations/declared-type.js';
import { jsonSchemaOf } from '../../../compiler/types/json-schema.js';
import { namedSchemas } from '../../../compiler/types/named-schemas.js';
import { sampleOf } from '../samples/sample-value.js';

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
export function samplePayload({ options, payload }: BoundEvents): unknown {
  const isJson = options !== 0 && options.payload === 'json';
  const value = payload ? sampleOfType(payload.type, payload.definitions) : isJson ? {} : undefined;
  return isJson ? JSON.stringify(value) : value;
}

function sampleOfType(type: Type, definitions: TypeDefinitions): unknown {
  const { options, named = {} } = namedSchemas([type], definitions);
  return sampleOf(jsonSchemaOf(type, options), named);
}
