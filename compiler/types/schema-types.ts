// Reads the output types of schema values: `z.infer<typeof X>`, `StandardSchemaV1.InferOutput<typeof X>`.
import type { Imported, LoadedModule } from '../facts/module-graph.js';
import { once } from '../groups.js';
import type { FoundPackage, LoadForTypes } from './find-type.js';
import { findImportedValue, findValue, type FoundValue } from './find-value.js';
import { meaning, UNKNOWN, type Meaning, type MeaningOf } from './meaning.js';
import type { Refusal } from './refusals.js';
import { placeInScope, refuseNode, type Referring } from './scope.js';
import { isSchemaPackage, readNamedSchema, type SchemaName } from './read-schema.js';
import { ANYTHING } from './schema-reading.js';
import { identifierOf, rootOf, textOfName, type EntityName } from './type-node.js';

/** Tells whether the compiler knows a package's exported types by name and does not read its declarations. */
export function isKnownPackage(specifier: string): boolean {
  return isSchemaPackage(specifier) || specifier === '@standard-schema/spec';
}

const OUTPUT = /(?:^|\.)(?:infer|output|TypeOf|InferOutput)$/;
const INPUT = /(?:^|\.)(?:input|InferInput)$/;

/** Returns the type of a schema value; undefined for other types from packages. */
export function schemaType(found: FoundPackage, reference: Referring): Meaning | undefined {
  const { node, args, scope } = reference;
  if (!isKnownPackage(found.specifier)) return undefined;
  if (INPUT.test(found.name)) return refuseNode(scope, node, INPUT_OF_SCHEMA);
  if (!OUTPUT.test(found.name)) return undefined;
  const [query] = args?.params ?? [];
  if (query?.type !== 'TsTypeQuery' || query.exprName.type === 'TsImportType')
    return refuseNode(scope, node, NO_VALUE);
  const { exprName } = query;
  const { module, world } = scope;
  return meaning({
    kind: 'schema',
    value: { module, name: exprName },
    document: once(() => {
      const type = readNamedSchema({ world, module }, schemaName(exprName));
      return type === ANYTHING ? UNKNOWN : type;
    }),
    at: placeInScope(scope, node),
  });
}

function schemaName(name: EntityName): SchemaName {
  if (name.type === 'Identifier') return { root: identifierOf(name), members: [] };
  const owner = schemaName(name.left);
  return { ...owner, members: [...owner.members, name.right.value] };
}

const INPUT_OF_SCHEMA: Refusal = {
  why: 'a view receives the output of the schema, not its input',
  instead: 'Write the output: `z.infer<typeof X>`, or `v.InferOutput<typeof X>`.',
};

const NO_VALUE: Refusal = {
  why: 'it does not name the value of a schema, whose validator must run',
  instead: 'Write `typeof` and the name of a constant: `z.infer<typeof CitySchema>`.',
};

/** Returns the expression that refers to the schema value in a module; undefined if the module has no such expression. */
export function expressionIn(
  load: LoadForTypes,
  module: LoadedModule,
  { value }: MeaningOf<'schema'>,
): string | undefined {
  const root = rootOf(value.name);
  if (value.module === module) {
    const binding = module.record.names.find(root);
    const isValue = binding && !(binding.kind === 'import' && binding.isTypeOnly);
    return isValue ? textOfName(value.name) : undefined;
  }
  const target = findValue(load, value.module, root);
  if (!target) return undefined;
  for (const [local, binding] of module.record.names.all()) {
    if (binding.kind === 'import' && binding.isTypeOnly) continue;
    const meant = binding.kind === 'import' ? importedBinding(load, module, binding) : binding;
    if (meant === target.binding) return textOfName(value.name, local);
  }
  return undefined;
}

/** Returns the binding that an imported name refers to in the module that declares it. */
function importedBinding(
  load: LoadForTypes,
  module: LoadedModule,
  { specifier, name }: Imported,
): FoundValue['binding'] | undefined {
  if (load(module, specifier).kind !== 'module') return undefined;
  return findImportedValue(load, module, { specifier, name })?.binding;
}
