// Resolves types by name: type parameters, declarations in the project and in packages, and types from TypeScript's library.
import { once, valueFor } from '../groups.js';
import { augmentingFile } from './type-modules.js';
import { builtinType, isOfLibrary, libraryModule } from './builtin-types.js';
import { enumMember, enumType } from './enums.js';
import { findExportedType, findImportedType, findType, type FoundType } from './find-type.js';
import { frameworkType } from './framework-types.js';
import {
  ANY,
  bound,
  type Bound,
  meaning,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
  type NodePlace,
  type Origin,
  refuse,
  UNKNOWN,
} from './meaning.js';
import {
  augmented,
  brokenModule,
  CIRCULAR,
  declaredAnew,
  listInterface,
  LOCAL_NAME,
  missingModule,
  noDeclaration,
  notKnown,
  type Refusal,
  TOO_LARGE,
} from './refusals.js';
import { schemaType } from './schema-types.js';
import {
  moduleScope,
  type NamedArguments,
  placeInScope,
  refuseNode,
  type Referring,
  type Scope,
  type ScopedName,
  withNames,
} from './scope.js';
import {
  type AliasNode,
  baseReference,
  type EntityName,
  type ImportNode,
  type InterfaceNode,
  type ReferenceNode,
  textOfName,
  type TypeNode,
  type TypeParameters,
} from './type-node.js';
import { readMembers } from './members.js';

export function reference(node: ReferenceNode, scope: Scope): Meaning {
  const { typeName } = node;
  if (typeName.type === 'Identifier') {
    const parameter = scope.names.get(typeName.value);
    if (parameter) return parameter.get();
  }
  const found = findType(scope.world.load, scope.module, typeName);
  if (found) return readFound(found, { node, args: node.typeParams, scope });
  const member = enumMember(node, scope);
  if (member) return member;
  if (typeName.type === 'Identifier') {
    const builtin = builtinType(node, scope);
    if (builtin) return builtin;
    const type = findExportedType(scope.world.load, libraryModule(), typeName.value);
    if (type)
      return usedHere(readFound(type, { node, args: node.typeParams, scope }), use(node, scope));
  }
  return refuseNode(scope, node, unfound(typeName, scope));
}

const USES = new WeakSet<NodePlace>();

/** Records and returns the location of a type from TypeScript's library that is not used inside another library type. */
function use(node: ReferenceNode | ImportNode, scope: Scope): NodePlace {
  const location = placeInScope(scope, node);
  USES.add(location);
  return location;
}

/** The meaning of a library type is computed once, but a rejection is reported wherever the type is used. */
function usedHere(type: Meaning, location: NodePlace): Meaning {
  const isElsewhere = type.kind === 'refused' && type.at && USES.has(type.at);
  return isElsewhere ? refuse(location, type.refusal, type.related) : type;
}

/** Returns the reason why the declaration of a name cannot be found: it does not exist, or its module cannot be read. */
function unfound(name: EntityName, { world, module }: Scope): Refusal {
  const text = textOfName(name);
  const [root = text] = text.split('.');
  for (const binding of module.record.names.named(root)) {
    if (binding.kind !== 'import') continue;
    const target = world.load(module, binding.specifier);
    if (target.kind === 'missing') return missingModule(text, binding.specifier);
    const [problem] = target.kind === 'module' ? target.module.record.problems : [];
    if (target.kind !== 'module' || !problem) continue;
    const { source } = target.module.record;
    const { file, line, column } = source.spanBetween(problem.start, problem.end);
    return brokenModule(text, `${file}:${line}:${column}`);
  }
  return noDeclaration(text);
}

/** Evaluates `import('./city.js').City`. */
export function importType(node: ImportNode, scope: Scope): Meaning {
  const { argument, qualifier, typeArguments } = node;
  if (!qualifier) return refuseNode(scope, node, notKnown('imports of whole modules'));
  const imported = { specifier: argument.value, name: qualifier };
  const found = findImportedType(scope.world.load, scope.module, imported);
  if (!found) return refuseNode(scope, node, noDeclaration(textOfName(qualifier)));
  return readFound(found, { node, args: typeArguments, scope });
}

function readFound(found: FoundType, referring: Referring): Meaning {
  const { node, scope } = referring;
  switch (found.kind) {
    case 'interface':
    case 'alias':
      return declaredMeaning(found, referring);
    case 'enum':
      return declaredElsewhere(enumType(found), placeInScope(scope, node));
    case 'class':
      return refuseNode(scope, node, CLASS);
    case 'package':
      return (
        frameworkType(found, referring) ??
        schemaType(found, referring) ??
        refuseNode(scope, node, fromPackage(found.specifier))
      );
    case 'constant':
    case 'namespace':
    case 'unread':
      return refuseNode(scope, node, notKnown('whole modules'));
    case 'local':
      return refuseNode(scope, node, LOCAL_NAME);
  }
}

/** Moves a rejection to the name that refers to the type. The original location becomes a related location. */
function declaredElsewhere(type: Meaning, location: NodePlace): Meaning {
  return type.kind === 'refused' ? refuse(location, type.refusal, type.at) : type;
}

const CLASS: Refusal = {
  why: 'a JSON value is not an instance of a class',
  instead: 'Write an interface with the properties that are sent.',
};

const fromPackage = (specifier: string): Refusal => ({
  why: `no readable declarations of the package \`${specifier}\` are found`,
  instead: 'Write the type explicitly, for example as an interface.',
});

type InterfaceOrAlias = FoundType & { readonly kind: 'interface' | 'alias' };

/** Returns the meaning of a declaration with the given arguments. It is computed once, even if it refers to itself. */
function declaredMeaning(found: InterfaceOrAlias, referring: Referring): Meaning {
  const { references } = referring.scope.world;
  const { name, owner, parameters } = declarationParts(found);
  const adding = augmentingFile(found.module, name);
  if (adding !== undefined) {
    const refusal = found.kind === 'alias' ? declaredAnew(adding) : augmented(adding);
    return refuseNode(referring.scope, referring.node, refusal);
  }
  const args = argumentsFor(parameters, found, referring);
  if ('kind' in args) return args;
  const key = keyOf(args);
  const known = valueFor(references, owner, () => new Map<string, Meaning | undefined>());
  if (known.has(key)) {
    return known.get(key) ?? refuseNode(referring.scope, referring.node, CIRCULAR);
  }
  known.set(key, undefined);
  const location = isOfLibrary(found.module) ? use(referring.node, referring.scope) : undefined;
  const scope = withNames(moduleScope(referring.scope.world, found.module, location), args);
  const result =
    found.kind === 'alias'
      ? ofAlias(found.node, { scope, args })
      : ofInterface(found.nodes, { scope, args });
  if (result.kind === 'refused' && referring.scope.world.budget.steps <= 0) known.delete(key);
  else known.set(key, result);
  return result;
}

/** Returns the `id`s of type arguments; empty if there are none, as for most declarations. */
function keyOf(args: NamedArguments): string {
  return args.length === 0 ? '' : args.map(([, { id }]) => id).join();
}

/** Returns an argument that is still being read, as in `interface Tree extends Node<Tree>`. Only its `id` is known so far. */
function inProgress(node: TypeNode, scope: Scope): Bound | undefined {
  if (node.type !== 'TsTypeReference') return undefined;
  const found = findType(scope.world.load, scope.module, node.typeName);
  if (found?.kind !== 'alias' && found?.kind !== 'interface') return undefined;
  const { name, owner, parameters } = declarationParts(found);
  const known = scope.world.references.get(owner);
  if (!known) return undefined;
  const args = argumentsFor(parameters, found, { node, args: node.typeParams, scope });
  if ('kind' in args) return undefined;
  const key = keyOf(args);
  if (!known.has(key) || known.get(key)) return undefined;
  const id = `${found.module.path}#${name}<${key}>`;
  return { id, get: once(() => scope.world.evaluate(node, scope)) };
}

/** Returns the name and type parameters of a declaration, and the node that serves as the cache key for its meanings. */
function declarationParts(found: InterfaceOrAlias): {
  readonly name: string;
  readonly owner: object;
  readonly parameters: TypeParameters;
} {
  const node = found.kind === 'alias' ? found.node : found.nodes[0];
  const parameters = node?.typeParams ?? null;
  return { name: node?.id.value ?? '', owner: node ?? found, parameters };
}

/** Returns the type arguments by the names of their parameters. If an argument is missing, the parameter's default is used. */
function argumentsFor(
  parameters: TypeParameters,
  { module }: InterfaceOrAlias,
  { args, scope, node }: Referring,
): NamedArguments | Meaning {
  if (!parameters) return [];
  const names: (readonly [string, ScopedName])[] = [];
  const given = args?.params ?? [];
  const scopeOf = (known: NamedArguments): Scope =>
    withNames(moduleScope(scope.world, module), known);
  for (const parameter of parameters.parameters) {
    const argument = given[names.length];
    const type = argument ?? parameter.default;
    if (!type) return refuseNode(scope, node, missingArgument(parameter.name.value));
    const where = argument ? scope : scopeOf(names);
    const value = inProgress(type, where) ?? bound(scope.world.evaluate(type, where));
    const keysOf = keyConstraint(parameter.constraint, names);
    names.push([parameter.name.value, keysOf ? { ...value, keysOf } : value]);
  }
  return names;
}

const missingArgument = (name: string): Refusal => ({
  why: `it has no argument for the type parameter \`${name}\``,
  instead: 'Write all arguments of the type.',
});

/** Returns the `T` in a type parameter `K extends keyof T`. */
function keyConstraint(
  constraint: TypeNode | null | undefined,
  names: NamedArguments,
): Bound | undefined {
  if (constraint?.type !== 'TsTypeOperator' || constraint.op !== 'keyof') return undefined;
  const of = constraint.typeAnnotation;
  if (of.type !== 'TsTypeReference' || of.typeName.type !== 'Identifier') return undefined;
  const { value } = of.typeName;
  return names.find(([name]) => name === value)?.[1];
}

function ofAlias(node: AliasNode, body: Body): Meaning {
  const type = body.scope.world.evaluate(node.typeAnnotation, body.scope);
  if (type.origin || isOfLibrary(body.scope.module)) return type;
  switch (type.kind) {
    case 'object':
    case 'union':
    case 'list':
    case 'tuple':
    case 'text':
    case 'number': {
      const isPlain = (type.kind === 'text' || type.kind === 'number') && !type.rules;
      if (isPlain && !('templates' in type)) return type;
      return meaning({ ...type, origin: originOf(node, body) });
    }
    default:
      return type;
  }
}

// Evaluates interfaces: the members of all declarations with the name, and of the types that they extend.

type Body = { readonly scope: Scope; readonly args: NamedArguments };

function originOf(node: AliasNode | InterfaceNode, { scope, args }: Body): Origin {
  return {
    name: node.id.value,
    at: placeInScope(scope, node),
    args: args.map(([, argument]) => argument),
  };
}

function ofInterface(nodes: readonly InterfaceNode[], body: Body): Meaning {
  const [first] = nodes;
  const { scope } = body;
  if (!first) return UNKNOWN;
  const properties = new Map<string, MeantProperty>();
  let own: MeaningOf<'object'> = meaning({
    kind: 'object',
    properties,
    indexes: [],
    isInterface: true,
    at: placeInScope(scope, first),
  });
  const indexes: MeantIndex[] = [];
  for (const node of nodes) {
    const names = (node.typeParams?.parameters ?? []).map((parameter, index) => {
      const argument = body.args[index];
      return [parameter.name.value, argument?.[1] ?? bound(ANY)] as const;
    });
    const inner = withNames(moduleScope(scope.world, scope.module), names);
    const read = readMembers(node.body.body, inner);
    if ('kind' in read) return read;
    read.properties.forEach((property, name) => {
      if (!properties.has(name)) properties.set(name, property);
    });
    indexes.push(...read.indexes);
  }
  own = { ...own, indexes };
  for (const base of nodes.flatMap((node) => node.extends)) {
    const reference = baseReference(base);
    if (!reference) return refuseNode(scope, base, notKnown('such base types'));
    const type = scope.world.evaluate(reference, scope);
    if (type.kind === 'refused') return type;
    if (type.kind !== 'object') {
      const isList = type.kind === 'list' || type.kind === 'tuple';
      const hasMembers = own.properties.size > 0 || own.indexes.length > 0;
      if (isList && !hasMembers && nodes.flatMap((node) => node.extends).length === 1)
        return meaning({ ...type, origin: originOf(first, body) });
      const refusal = isList ? listInterface(first.id.value) : notKnown('such base types');
      return refuseNode(scope, base, refusal);
    }
    own = inherit(own, type);
    scope.world.budget.steps -= own.properties.size;
    if (scope.world.budget.steps < 0) return refuseNode(scope, base, TOO_LARGE);
  }
  if (body.args.length > 0) scope.world.budget.steps -= own.properties.size;
  return { ...own, origin: originOf(first, body) };
}

/** Adds inherited members. An interface's own members replace members with the same name in a base type. */
function inherit(own: MeaningOf<'object'>, base: MeaningOf<'object'>): MeaningOf<'object'> {
  const properties = new Map(base.properties);
  own.properties.forEach((property, name) => {
    properties.delete(name);
    properties.set(name, property);
  });
  const inherited = base.indexes.filter(
    ({ pattern }) => !own.indexes.some((index) => index.pattern === pattern),
  );
  return { ...own, properties, indexes: [...own.indexes, ...inherited] };
}
