// The modules of one compilation, with caches for names and values.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { LoadedModule, Located, ModuleGraph, Namespace } from './module-graph.js';
import type {
  ClassNode,
  Expression,
  FunctionNode,
  Identifier,
  NewExpression,
  Span,
  TsEnumDeclaration,
  TsType,
} from '../syntax/tree.js';
import type { DeclaringClass, ReadInput } from '../declarations/app-facts.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';
import type { StaticValue } from '../values/static-value.js';
import type { Binding, ClassSite, Declaration } from './module-record.js';

// A name and an expression are resolved differently. A name has a definition: the declaration, module or package that it is
// bound to after following imports. An expression has a value: what it refers to is an `Entity`, and its data, as far as the
// source shows it, is a `StaticValue`.

export type Definition =
  | {
      readonly kind: 'binding';
      readonly module: LoadedModule;
      /** The name in that module; `default` if the export has no name of its own. */
      readonly name: string;
      readonly binding: Declaration;
    }
  | Namespace
  | { readonly kind: 'json'; readonly path: string; readonly name: string }
  | {
      readonly kind: 'package';
      readonly specifier: string;
      readonly name: string;
      readonly isMissing?: true;
    }
  | { readonly kind: 'unresolved' };

export type Entity =
  | { readonly kind: 'app'; readonly site: AppSite }
  /** A member of an application, identified by its path: `route`, `api`, `api.binaryTypes`. */
  | { readonly kind: 'member'; readonly site: AppSite; readonly name: string }
  /** A definition outside the modules of the project, or all exports of a module. */
  | Exclude<Definition, { readonly kind: 'binding' | 'unresolved' }>
  | (Located<ClassNode> & { readonly kind: 'class' })
  | (Located<FunctionNode> & { readonly kind: 'function' })
  | (Located<Expression> & { readonly kind: 'expression' })
  | {
      readonly kind: 'enum';
      readonly module: LoadedModule;
      readonly nodes: readonly TsEnumDeclaration[];
    }
  | {
      readonly kind: 'members';
      readonly module: LoadedModule;
      readonly members: ReadonlyMap<string, Identifier>;
    }
  /** A parameter or a loop variable, whose value can change. */
  | { readonly kind: 'open' }
  | { readonly kind: 'none' };

/** A `new Framework(...)`, or a `new Blueprint(...)`, which has the same declaring members. */
export type AppSite = {
  readonly isBlueprint: boolean;
  readonly module: LoadedModule;
  readonly node: NewExpression;
};

export type StreamType = {
  /** The kinds of stream that a value of the type may be, without duplicates. */
  readonly kinds: readonly StreamKind[];
  /** The name of a type that suggests a stream but cannot be read. */
  readonly unclear?: string | undefined;
  /** True if no value of the type is a stream. */
  readonly isPlain: boolean;
};

/** Reads annotations. The implementation is `../types/read-type.ts`, which imports this folder. */
export type InputTypes = {
  readonly read: (type: Located<TsType>, use: 'input') => Omit<ReadInput, 'at'>;
  /** Returns the type of this package that an annotation refers to. */
  readonly named: (
    type: Located<TsType>,
  ) => { readonly name: string; readonly arguments: readonly Located<TsType>[] } | undefined;
  readonly streams: (type: Located<TsType>) => StreamType;
  readonly instances: (node: Located<ClassNode>) => readonly StreamKind[];
  /** Returns how items of a type are sent; `any` if the type does not show it. */
  readonly item: (type: Located<TsType>) => StreamKind;
  readonly definitions: TypeDefinitions;
};

export type Program = {
  readonly graph: ModuleGraph;
  /** The environment variables that the configuration sets for the deployed application; undefined if they are not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly readText: (path: string) => string | undefined;
  /** What each binding refers to; undefined while it is being resolved. */
  readonly boundEntities: Map<Binding, Entity | undefined>;
  readonly entities: Map<Expression, Entity | undefined>;
  readonly definitions: Map<Binding, Definition>;
  /** The function `evaluate`, which other files receive here to avoid circular imports. */
  readonly evaluate: (
    program: Program,
    module: LoadedModule,
    expression: Expression,
  ) => StaticValue;
  /** Values of constants; undefined while a value is being computed. */
  readonly values: Map<Expression, StaticValue | undefined>;
  /** Applications and blueprints, keyed by the `new` expression that creates them. */
  readonly sites: Map<NewExpression, AppSite>;
  /** The binary media types of each application at the current statement. */
  readonly binaryTypes: Map<NewExpression, StaticValue>;
  /** Classes by the site that declares them. All views of a class refer to the same object. */
  readonly classes: Map<ClassSite, DeclaringClass>;
  readonly changed: Map<Binding, boolean>;
  /** Variables whose objects are changed by a function that receives them, as far as an analysis of all values has found. */
  readonly mutated: Set<Binding>;
  readonly depth: { value: number };
  /** The number of expressions that were followed to reach the current one. */
  readonly steps: { value: number };
  readonly types?: InputTypes;
  readonly json: Map<string, unknown>;
};

/** Evaluates the parts of an expression, for the files that each handle one kind of expression. */
export type Evaluator = {
  readonly program: Program;
  readonly module: LoadedModule;
  readonly evaluate: (expression: Expression) => StaticValue;
};

/** A use of a name. `span` is the whole expression that uses it. */
export type Reference = {
  readonly name: string;
  readonly module: LoadedModule;
  readonly span: Span;
};
