// The modules of one compilation, with caches of names and values.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { LoadedModule, ModuleGraph } from './module-graph.js';
import type { ClassNode, Expression, NewExpression, TsType } from '../syntax/tree.js';
import type { Definition } from './definition.js';
import type { Entity } from './entity.js';
import { evaluate, type Evaluator } from './evaluate.js';
import type { DeclaringClass, ReadInput } from '../declarations/app-facts.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';
import type { StaticValue } from '../values/static-value.js';
import type { Binding, ClassSite } from './module-record.js';

/** A `new Framework(...)`, or a `new Blueprint(...)`, which has the same members for declarations. */
export type AppSite = {
  readonly isBlueprint: boolean;
  readonly module: LoadedModule;
  readonly node: NewExpression;
};

type TypePlace = { readonly module: LoadedModule; readonly node: TsType };

/** What a type tells about streams. */
export type StreamType = {
  /** The kinds of streams that a value of the type may be, without duplicates. */
  readonly kinds: readonly StreamKind[];
  /** The name of a type that is named like a stream but cannot be read. */
  readonly unclear?: string | undefined;
  /** True if no value of the type is a stream. */
  readonly isPlain: boolean;
};

/** Reads annotations. The implementation is `../types/read-type.ts`, which imports this folder. */
export type InputTypes = {
  readonly read: (place: TypePlace, use: 'input') => Omit<ReadInput, 'at'>;
  /** Returns the type of this package that an annotation refers to. */
  readonly named: (
    place: TypePlace,
  ) => { readonly name: string; readonly arguments: readonly TypePlace[] } | undefined;
  readonly streams: (place: TypePlace) => StreamType;
  /** Returns the kinds of streams that instances of a class are. */
  readonly instances: (place: {
    readonly module: LoadedModule;
    readonly node: ClassNode;
  }) => readonly StreamKind[];
  /** Returns how items of a type are sent; `any` if the type does not tell. */
  readonly item: (place: TypePlace) => StreamKind;
  readonly definitions: TypeDefinitions;
};

export type Program = {
  readonly graph: ModuleGraph;
  /** The environment variables of the deployed application that the configuration sets; undefined when they are not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly readText: (path: string) => string | undefined;
  /** What each binding refers to; undefined while it is being resolved. */
  readonly boundEntities: Map<Binding, Entity | undefined>;
  readonly entities: Map<Expression, Entity | undefined>;
  /** The definitions of imported names. */
  readonly definitions: Map<Binding, Definition>;
  readonly evaluators: Map<LoadedModule, Evaluator>;
  /** `evaluate`, for the files that handle one kind of expression. They receive it here to avoid circular imports. */
  readonly evaluate: typeof evaluate;
  /** Values of constants; undefined while a value is being computed. */
  readonly values: Map<Expression, StaticValue | undefined>;
  /** Applications and blueprints, by the `new` expression that creates them. */
  readonly sites: Map<NewExpression, AppSite>;
  /** The binary media types of each application, as of the current statement. */
  readonly binaryTypes: Map<NewExpression, StaticValue>;
  /** The class of each site: one object for all views of the class. */
  readonly classes: Map<ClassSite, DeclaringClass>;
  /** Whether a variable is changed after its declaration. */
  readonly changed: Map<Binding, boolean>;
  /** The current nesting depth of values. */
  readonly depth: { value: number };
  /** The number of expressions followed to reach the current one. */
  readonly steps: { value: number };
  /** Reads the types of inputs. */
  readonly types?: InputTypes;
  /** The contents of JSON modules, by path. */
  readonly json: Map<string, unknown>;
};

export function createProgram(
  options: Pick<Program, 'graph' | 'environment' | 'readText' | 'types'>,
): Program {
  return {
    ...options,
    boundEntities: new Map(),
    entities: new Map(),
    definitions: new Map(),
    evaluators: new Map(),
    evaluate,
    values: new Map(),
    sites: new Map(),
    binaryTypes: new Map(),
    classes: new Map(),
    changed: new Map(),
    depth: { value: 0 },
    steps: { value: 0 },
    json: new Map(),
  };
}
