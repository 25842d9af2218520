// Types and functions shared by the files that infer responses: the modules with their function bodies, the declared types, and
// small operations on types. A type that is not certain is `unknown`.
import { valueFor } from '../groups.js';
import type { Caller } from '../facts/called-functions.js';
import { evaluateConstant } from '../facts/evaluate-definition.js';
import type { LoadedModule, Located } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import type { Program } from '../facts/program.js';
import type { ClassNode, Expression, TsType, Pattern } from '../syntax/tree.js';
import type { Property, Type } from '../declarations/declared-type.js';
import type { AnswerType } from '../types/read-type.js';
import { annotationOf, keyName } from '../syntax/expressions.js';
import { isOfType, walk } from '../syntax/tree-walk.js';

export type Inference = NameFinder & {
  readonly program: Program;
  /** Infers the type of an expression. It is a member so that the files that it calls need not import it. */
  readonly infer: (context: ExpressionContext, expression: Expression) => Type;
  /** Reads the annotation of a response. A promise is read as the type of its value. */
  readonly readType: (module: LoadedModule, node: TsType) => Type;
  /** Reads what a function with the given annotation returns, including streams. */
  readonly readAnswers: (module: LoadedModule, node: TsType) => readonly AnswerType[];
  readonly lookUp: (type: Type) => Type;
  readonly isRead: (module: LoadedModule, node: TsType) => boolean;
  /** The types of callback parameters, as determined by the call that receives the callback. */
  readonly given: Map<Binding, Type>;
  /** The return types of functions; undefined while a type is being inferred. */
  readonly returned: Map<object, Type | undefined>;
  readonly followed: { count: number };
};

export type ExpressionContext = {
  readonly inference: Inference;
  readonly module: LoadedModule;
  /** The class of which `this` is an instance. */
  readonly owner?: Located<ClassNode> | undefined;
  /** The body of the enclosing function, in which an early return narrows types. */
  readonly body: unknown;
  readonly depth: number;
};

/** Returns the literal type of an expression: a string, number or boolean whose value the source shows. */
export function literalOf(
  { program }: Pick<Inference, 'program'>,
  module: LoadedModule,
  expression: Expression,
): Type | undefined {
  const value = evaluateConstant(program, module, expression);
  const isLiteral = value.kind === 'string' || value.kind === 'number' || value.kind === 'boolean';
  return isLiteral ? { kind: 'literal', value: value.value } : undefined;
}

export function callerAt({ inference, module, owner }: ExpressionContext): Caller {
  return { program: inference.program, module, owner };
}

export function inferType(context: ExpressionContext, expression: Expression): Type {
  return context.inference.infer(context, expression);
}

export const UNKNOWN: Type = { kind: 'unknown' };
export const UNDEFINED: Type = { kind: 'undefined' };
export const NULL: Type = { kind: 'null' };
export const TEXT: Type = { kind: 'text' };
export const NUMBER: Type = { kind: 'number' };
export const BOOLEAN: Type = { kind: 'boolean' };

/** Creates a flat union without duplicates. If one member is `unknown`, so is the union. */
export function unite(types: readonly Type[]): Type {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
  if (flat.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  const members = new Map<string, Type>();
  for (const type of flat) if (type.kind !== 'never') members.set(JSON.stringify(type), type);
  const of = [...members.values()].filter((type) => !isCovered(type, members));
  const [only] = of;
  if (only && of.length === 1) return only;
  return of.length === 0 ? { kind: 'never' } : { kind: 'union', of };
}

function isCovered(type: Type, members: ReadonlyMap<string, Type>): boolean {
  return type.kind === 'literal' && members.has(JSON.stringify(widened(type)));
}

export function membersOf(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.of : [type];
}

export function without(type: Type, ...kinds: readonly Type['kind'][]): Type {
  const members = membersOf(type);
  const left = members.filter(({ kind }) => !kinds.includes(kind));
  return left.length === members.length ? type : unite(left);
}

/** Widens a type for a variable that can be reassigned: `'a'` becomes `string`. */
export function widened(type: Type): Type {
  if (type.kind === 'union') return unite(type.of.map(widened));
  if (type.kind !== 'literal') return type;
  if (typeof type.value === 'string') return TEXT;
  return typeof type.value === 'number' ? NUMBER : BOOLEAN;
}

/** Creates a property. It is optional if its type includes `undefined`, because JSON.stringify omits `undefined`. */
export function propertyOf(name: string, type: Type): Property {
  const isOptional = membersOf(type).some(({ kind }) => kind === 'undefined');
  return { name, type: isOptional ? without(type, 'undefined') : type, isOptional };
}

/** Returns the type that results from reading a property: its type, with `undefined` if it is optional. */
export function valueOf({ type, isOptional }: Property): Type {
  return isOptional ? unite([type, UNDEFINED]) : type;
}

export function hasUnknown(type: Type): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'list':
      return hasUnknown(type.of);
    case 'union':
      return type.of.some(hasUnknown);
    case 'tuple':
      return type.items.some((item) => hasUnknown(item.type));
    case 'object':
      return type.properties.some((property) => hasUnknown(property.type));
    default:
      return false;
  }
}

/** The property names that lead from a pattern to a name in it: `id` in `({ id }: City)`. */
type PatternPath = { readonly steps: readonly string[] };

type Annotation = PatternPath & { readonly type: TsType };

/** A loop such as `for (const { id } of cities)`. */
type Loop = PatternPath & { readonly of: Expression };

type NameFinder = {
  readonly annotationOf: (module: LoadedModule, binding: Binding) => Annotation | undefined;
  readonly loopOf: (module: LoadedModule, binding: Binding) => Loop | undefined;
};

type ModuleNames = {
  readonly annotations: ReadonlyMap<Binding, Annotation>;
  readonly loops: ReadonlyMap<Binding, Loop>;
};

/** Creates a finder for the annotations and loops of names. A module is walked when one of its names is first looked up. */
export function nameFinder(programs: ReadonlyMap<string, unknown>): NameFinder {
  const known = new Map<string, ModuleNames>();
  const foundIn = (module: LoadedModule): ModuleNames =>
    valueFor(known, module.path, () => namesIn(module, programs.get(module.path)));
  return {
    annotationOf: (module, binding) => foundIn(module).annotations.get(binding),
    loopOf: (module, binding) => foundIn(module).loops.get(binding),
  };
}

/** Returns the names that a pattern binds. Names with a default value are omitted. */
export function boundNames(
  module: LoadedModule,
  pattern: Pattern,
  steps: readonly string[] = [],
): readonly (PatternPath & { readonly binding: Binding })[] {
  if (pattern.type === 'Identifier') {
    const binding = module.record.names.find(pattern);
    return binding ? [{ binding, steps }] : [];
  }
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) => {
    if (property.type === 'AssignmentPatternProperty')
      return property.value ? [] : boundNames(module, property.key, [...steps, property.key.value]);
    if (property.type === 'RestElement') return [];
    const name = keyName(property.key);
    return name === undefined ? [] : boundNames(module, property.value, [...steps, name]);
  });
}

function namesIn(module: LoadedModule, body: unknown): ModuleNames {
  const annotations = new Map<Binding, Annotation>();
  const loops = new Map<Binding, Loop>();
  walk(body, (node) => {
    if (isOfType(node, 'Identifier') || isOfType(node, 'ObjectPattern')) {
      const type = annotationOf(node);
      if (type)
        for (const { binding, steps } of boundNames(module, node))
          annotations.set(binding, { type, steps });
    }
    if (isOfType(node, 'ForOfStatement')) {
      const { left, right: of } = node;
      const [declared] = left.type === 'VariableDeclaration' ? left.declarations : [];
      if (declared)
        for (const { binding, steps } of boundNames(module, declared.id))
          loops.set(binding, { of, steps });
    }
    return true;
  });
  return { annotations, loops };
}
