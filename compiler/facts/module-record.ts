// The record of one module, which needs no other module: its names, imports, exports and every place that the compiler may
// need. A record depends on nothing but the text, so it is kept between compilations.
import type { SourceText } from '../syntax/source-text.js';
import type {
  CallExpression,
  ClassMember,
  ClassNode,
  Decorator,
  Expression,
  FunctionBody,
  FunctionNode,
  Identifier,
  MemberExpression,
  ModuleItem,
  NewExpression,
  Span,
  TsEnumDeclaration,
} from '../syntax/tree.js';
import type { SyntaxProblem } from '../syntax/syntax-problem.js';
import type { NameTable } from './name-table.js';

/** A step from a destructured value to one of its parts. */
export type PatternStep = {
  readonly key: string | number;
  readonly fallback: Expression | undefined;
};

/** The binding of a name in its module. */
export type Binding =
  | {
      readonly kind: 'import';
      readonly specifier: string;
      /** The exported name; `*` is the namespace. */
      readonly name: string;
      readonly local: string;
      readonly at: Span;
      readonly isTypeOnly: boolean;
      /** True once something other than a type uses it. */
      isUsed: boolean;
    }
  | {
      readonly kind: 'value';
      readonly init: Expression | undefined;
      readonly steps: readonly PatternStep[];
      readonly at: Span;
    }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly at: Span }
  | { readonly kind: 'class'; readonly node: ClassNode; readonly at: Span }
  | { readonly kind: 'enum'; readonly nodes: TsEnumDeclaration[]; readonly at: Span }
  | { readonly kind: 'namespace'; readonly members: Map<string, Identifier>; readonly at: Span }
  | { readonly kind: 'parameter'; readonly at: Span }
  /** A name that has no one value: a loop variable, a caught error, a rest of a pattern. */
  | { readonly kind: 'variable'; readonly at: Span };

/** What a module exports under a name. */
export type ModuleExport =
  | { readonly kind: 'local'; readonly name: Identifier }
  | { readonly kind: 'expression'; readonly node: Expression }
  | { readonly kind: 'class'; readonly node: ClassNode }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  | { readonly kind: 'from'; readonly specifier: string; readonly name: string };

/** An import of another module. */
export type ModuleRequest = {
  readonly specifier: string;
  /** The specifier with its quotes. */
  readonly at: Span;
  /**
   * `load`: evaluated before or with this module. `later`: `import()` or `require()` that runs when it is reached.
   * `types`: imported only for types.
   */
  readonly when: 'load' | 'later' | 'types';
  /** Names of a static import; if no value uses one of them, TypeScript drops the import. */
  readonly names: readonly (Binding & { readonly kind: 'import' })[] | undefined;
};

/** Where and when a place is evaluated. */
export type Moment = {
  /** Inside a function, so not while the module is loaded. */
  readonly isDeferred: boolean;
  /** Inside a function, a condition or a loop. */
  readonly isConditional: boolean;
};

/** The variable or property that a value is written into. */
export type Holder = { readonly name: string; readonly at: Span };

/** A class and where it stands. */
export type ClassSite = {
  readonly node: ClassNode;
  /** True for a declaration, whose name can be used behind it. */
  readonly isDeclaration: boolean;
  /** Its own name, or the variable it is assigned to. */
  readonly name: string | undefined;
};

/** A place that may declare or change something; whether it does is known when names are resolved. */
export type Use = Moment &
  (
    | {
        readonly kind: 'decorator';
        /** `x.route(...)` or `x.lambdaFunction(...)`. */
        readonly call: CallExpression;
        /** The decorator, or the item of a list that another compiler has made of it. */
        readonly decorator: Pick<Decorator, 'span'> & { readonly isItem?: true };
        readonly class: ClassSite;
        /** Undefined when the decorator stands on the class. */
        readonly member: ClassMember | undefined;
      }
    | {
        readonly kind: 'apply';
        /** The inner call of `x.route(...)(view)`. */
        readonly call: CallExpression;
        readonly outer: CallExpression;
        readonly holder: Holder | undefined;
      }
    /** `x.route` that is neither of the above. `steps` leads from `object` to what is asked for it, in a pattern. */
    | {
        readonly kind: 'stray';
        readonly use: 'not-called' | 'not-applied';
        readonly object: Expression;
        readonly steps: readonly PatternStep[];
        readonly at: Span;
      }
    | { readonly kind: 'authorizer'; readonly call: CallExpression }
    /** `x.register(...)`. */
    | { readonly kind: 'register'; readonly call: CallExpression }
    /** `x.name` as a decorator, or `x.name(...)`, where no application has a member of that name. */
    | {
        readonly kind: 'member';
        readonly object: Identifier;
        readonly name: string;
        /** The name. */
        readonly at: Span;
        readonly call: CallExpression | undefined;
        readonly isDecorator: boolean;
      }
    | { readonly kind: 'new'; readonly node: NewExpression; readonly holder: Holder | undefined }
    /** A list given to a function that may change it. */
    | { readonly kind: 'passed'; readonly list: MemberExpression; readonly callee: Expression }
    | Write
  );

/** A place that changes a variable or a property. */
export type Write = {
  readonly kind: 'write';
  readonly target: Expression;
  /** `=` replaces; `push` and the like change what the target holds; `other` is any other change. */
  readonly operation: 'assign' | 'push' | 'other';
  /** The value assigned, or undefined. */
  readonly value: Expression | undefined;
  readonly call: CallExpression | undefined;
  readonly at: Span;
};

export type ModuleRecord = {
  readonly source: SourceText;
  readonly problems: readonly SyntaxProblem[];
  readonly names: NameTable;
  readonly requests: readonly ModuleRequest[];
  readonly exports: ReadonlyMap<string, ModuleExport>;
  /** Specifiers of `export * from`. */
  readonly starExports: readonly string[];
  /** The statements that only types are declared, imported or exported by. */
  readonly typeItems: readonly ModuleItem[];
  /** In the order of the source. */
  readonly uses: readonly Use[];
  /** Reads one function body, also one that was skipped, without taking note of what is in it. */
  readonly readBody: (body: Span) => FunctionBody;
  /** Reads the function bodies that were skipped and mention a name. */
  readonly readBodiesWith: (name: string) => void;
  /** Whether a value uses an imported name; skipped bodies are read only if the others leave it open. */
  readonly usesImport: (binding: Binding & { readonly kind: 'import' }) => boolean;
};
