// The modules of one compilation, with caches of what is known about their names.
import type { LoadedModule, ModuleGraph } from './module-graph.js';
import type { Expression, NewExpression, TsType } from '../syntax/tree.js';
import type { Definition } from './definition.js';
import type { Entity } from './entity.js';
import { evaluate, type Evaluator } from './evaluate.js';
import type { DeclaringClass, ReadInput } from '../declarations/app-facts.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';
import type { StaticValue } from '../values/static-value.js';
import type { Binding, ClassSite } from './module-record.js';

/** A `new Framework(...)`, or a `new Blueprint(...)`, which has the members that declare too. */
export type AppSite = {
  readonly isBlueprint: boolean;
  readonly module: LoadedModule;
  readonly node: NewExpression;
};

type TypePlace = { readonly module: LoadedModule; readonly node: TsType };

/** Reads what annotations mean (../types/read-type.ts, which reads modules as this folder does). */
export type InputTypes = {
  readonly read: (place: TypePlace, use: 'input') => Omit<ReadInput, 'at'>;
  /** The type of this package that an annotation names. */
  readonly named: (
    place: TypePlace,
  ) => { readonly name: string; readonly arguments: readonly TypePlace[] } | undefined;
  readonly definitions: TypeDefinitions;
};

export type Program = {
  readonly graph: ModuleGraph;
  /** `process.env` of the deployed application as far as the configuration says. */
  readonly environment: Readonly<Record<string, string>>;
  readonly readText: (path: string) => string | undefined;
  /** What names and other expressions lead to; undefined while that is being found out. */
  readonly boundEntities: Map<Binding, Entity | undefined>;
  readonly entities: Map<Expression, Entity | undefined>;
  /** What imported names lead to. */
  readonly definitions: Map<Binding, Definition>;
  readonly evaluators: Map<LoadedModule, Evaluator>;
  /** The way back to all kinds of expressions for the files that know one: none imports the one that leads to it. */
  readonly evaluate: typeof evaluate;
  /** Values of constants; undefined while one is being evaluated. */
  readonly values: Map<Expression, StaticValue | undefined>;
  /** Applications by the expression that makes them. */
  readonly sites: Map<NewExpression, AppSite>;
  /** The binary media types of each application as they stand at this point of the evaluation. */
  readonly binaryTypes: Map<NewExpression, StaticValue>;
  /** One for all the views of a class. */
  readonly classes: Map<ClassSite, DeclaringClass>;
  /** Whether a name is changed after it got its value. */
  readonly changed: Map<Binding, boolean>;
  /** How many values contain or define the one that is being evaluated. */
  readonly depth: { value: number };
  /** How many expressions lead to the one that is being followed. */
  readonly steps: { value: number };
  /** Reads the types of inputs. */
  readonly types?: InputTypes;
  /** The contents of JSON modules by path. */
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
