// Reads the input type of a zod or valibot schema from the calls that build it. At run time, the schema itself validates, so a
// part that cannot be read only makes the document less strict.
import { spanOf } from '../syntax/expressions.js';
import type { CallExpression, Expression, Identifier } from '../syntax/tree.js';
import { findValue } from './find-value.js';
import { meaning, UNKNOWN, type Meaning } from './meaning.js';
import { OBJECT_CHANGES, baseSchema } from './schema-objects.js';
import { chained } from './schema-rules.js';
import {
  isIdentifier,
  unread,
  widen,
  type Built,
  type SchemaPlace,
  type SchemaReading,
} from './schema-reading.js';

/** Returns the input type of the schema that a constant holds. */
export function readNamedSchema(scope: SchemaPlace, name: Identifier): Meaning {
  const { world, module } = scope;
  const found = findValue(world.load, module, name);
  const init =
    found?.binding.kind === 'value' && found.binding.steps.length === 0
      ? found.binding.init
      : undefined;
  if (!found || !init) return unread(scope, { node: name, name: name.value, args: [] });
  const known = world.schemas.get(init);
  if (known) return known();
  let isOpen = false;
  const at = { module: found.module, span: spanOf(init) };
  const read = (): Meaning => {
    // A recursive schema refers to itself inside a function or a getter, which is read later. A schema that is still being read
    // here refers to itself directly.
    if (isOpen) return unread(scope, { node: name, name: name.value, args: [] });
    isOpen = true;
    const type = readSchema({ world, module: found.module }, init);
    isOpen = false;
    const isNamed = type.kind === 'object' || (type.kind === 'union' && !type.origin);
    const origin = { name: name.value, at, args: [] };
    const result = isNamed && !type.origin ? meaning({ ...type, origin }) : type;
    world.schemas.set(init, () => result);
    return result;
  };
  world.schemas.set(init, read);
  return read();
}

function readSchema(scope: SchemaPlace, node: Expression | undefined): Meaning {
  const reading: SchemaReading = { ...scope, read: readSchema };
  if (!node) return UNKNOWN;
  switch (node.type) {
    case 'Identifier':
      return readNamedSchema(scope, node);
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
      return readSchema(scope, node.expression);
    case 'CallExpression':
      return readCall(reading, node);
    case 'ArrowFunctionExpression': {
      const { body } = node;
      return body.type === 'BlockStatement'
        ? unread(scope, { node, name: 'function', args: [] })
        : readSchema(scope, body);
    }
    default:
      return unread(scope, {
        node,
        name: scope.module.record.source.textOf(spanOf(node)),
        args: [],
      });
  }
}

function readCall(reading: SchemaReading, node: CallExpression): Meaning {
  const { callee } = node;
  const args = node.arguments.map(({ expression }) => expression);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    const name = callee.type === 'Identifier' ? importedName(reading, callee) : undefined;
    const built: Built = { node, name: name ?? 'call', args };
    return name === undefined ? unread(reading, built) : base(reading, built);
  }
  const { object, property } = callee;
  const built: Built = { node, name: property.value, args };
  if (isLibrary(reading, object)) return base(reading, built);
  // Calls on a nested namespace: `z.iso.date()` and `z.coerce.number()`.
  if (
    object.type === 'MemberExpression' &&
    object.property.type === 'Identifier' &&
    isLibrary(reading, object.object)
  )
    return base(reading, { ...built, name: `${object.property.value}.${property.value}` });
  const type = readSchema(reading, object);
  const change = Object.hasOwn(OBJECT_CHANGES, built.name) ? OBJECT_CHANGES[built.name] : undefined;
  if (change && type.kind === 'object')
    return change(reading, type, built) ?? unread(reading, built);
  return chained(reading, type, built);
}

function base(reading: SchemaReading, built: Built): Meaning {
  if (built.name === 'pipe') return piped(reading, built);
  const [first, ...others] = built.args;
  // In valibot, functions change an object schema: `v.partial(City)`.
  const change = Object.hasOwn(OBJECT_CHANGES, built.name) ? OBJECT_CHANGES[built.name] : undefined;
  if (change && first) {
    const type = readSchema(reading, first);
    const rest = { ...built, args: others };
    return (
      (type.kind === 'object' ? change(reading, type, rest) : undefined) ?? unread(reading, built)
    );
  }
  return baseSchema(reading, built) ?? unread(reading, built);
}

/** Reads `v.pipe(schema, action, …)`. */
function piped(reading: SchemaReading, { args }: Built): Meaning {
  const [first, ...actions] = args;
  return actions.reduce(
    (type, action) => {
      const built = actionOf(action);
      return built
        ? chained(reading, type, built)
        : widen(reading, { node: action, name: 'pipe', args: [] }, type);
    },
    readSchema(reading, first),
  );
}

function actionOf(node: Expression): Built | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const args = node.arguments.map(({ expression }) => expression);
  if (callee.type === 'Identifier') return { node, name: callee.value, args };
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? { node, name: callee.property.value, args }
    : undefined;
}

/** Tells whether an expression is the imported `z` from zod or `v` from valibot. */
function isLibrary({ module }: SchemaPlace, node: Expression): boolean {
  if (!isIdentifier(node)) return false;
  const binding = module.record.names.find(node);
  return binding?.kind === 'import' && isSchemaPackage(binding.specifier);
}

/** Returns the exported name in `import { object } from 'valibot'`. */
function importedName({ module }: SchemaPlace, node: Identifier): string | undefined {
  const binding = module.record.names.find(node);
  return binding?.kind === 'import' && isSchemaPackage(binding.specifier)
    ? binding.name
    : undefined;
}

/** Tells whether the package is zod or valibot, whose builder calls the compiler can read. */
export function isSchemaPackage(specifier: string): boolean {
  return /^(?:zod|valibot)(?:\/|$)/.test(specifier);
}
