// The facts of an application: what the compiler reads in its source before any rule runs. Declarations have evaluated values,
// each with its location. Rules, manifest and binder use these facts and not the syntax tree.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { CheckedPattern, Type, TypeDefinitions } from './declared-type.js';
import type { Spanned, StaticValue } from '../values/static-value.js';

/** A parameter of a view as written. */
export type ViewParameter = {
  /** Undefined for a destructured parameter. */
  readonly name: string | undefined;
  readonly form: 'plain' | 'optional' | 'rest' | 'destructured';
  /** The annotation as written, for example `number`; undefined without one. */
  readonly type: string | undefined;
  /** The names that the module imports from 'framework', when the type is `number`. The fix that writes `Int` needs them. */
  readonly frameworkNames?: readonly string[];
  /** The annotated type, for parameters that are inputs. */
  readonly input?: ReadInput;
  /** The type of the event, for the first parameter of a function with an event source. */
  readonly event?: ReadEvent;
  readonly at: SourceSpan;
};

/** The type of an input, as far as it can be read. */
export type ReadInput = {
  readonly type: Type;
  /** The regular expressions that strings in it must match. */
  readonly patterns: readonly CheckedPattern[];
  readonly problems: readonly Diagnostic[];
  /** Contains `number`, which does not say which numbers. */
  readonly isPlainNumber?: true;
  /** The annotation. */
  readonly at: SourceSpan;
};

/** The type of an event: `SqsMessage<Order>`. */
export type ReadEvent = {
  /** The name of the exported type of this package; undefined for any other type. */
  readonly name: string | undefined;
  /** Its type argument. For a type from elsewhere, the type itself if the kind asks for it. */
  readonly payload: ReadInput | undefined;
  /** The annotation. */
  readonly at: SourceSpan;
};

/** The class member behind a decorator, or the function given to a call. */
export type DeclarationTarget = {
  /**
   * `private-method` is `#name() {}`; `signature` is a method without a body, abstract or an overload; `not-a-function` is a
   * call form given something that is not a function.
   */
  readonly form:
    | 'method'
    | 'private-method'
    | 'signature'
    | 'getter'
    | 'setter'
    | 'accessor'
    | 'field'
    | 'class'
    | 'call'
    | 'not-a-function';
  /**
   * The name of the view: the method's key (with its `#` when private), or the variable, property or function of the
   * call form. Undefined when computed or when there is none.
   */
  readonly name: Spanned<string> | undefined;
  readonly isStatic: boolean;
  /** The class of a member; `name` is undefined for an anonymous one. */
  readonly class: DeclaringClass | undefined;
  readonly parameters: readonly ViewParameter[];
  /**
   * True when the view is wrapped, `withAuth(() => ...)`, so its parameters are unknown. Path parameters then arrive in path
   * order.
   */
  readonly isWrapped?: true;
  /** Undefined when no such value is returned. */
  readonly answer?: HiddenAnswer | undefined;
  /** The streams that the view may return; undefined for none. */
  readonly streams?: readonly StreamedAnswer[] | undefined;
  /** Calls of async generators, and streams that a generator returns, of which nothing is sent. */
  readonly dropped?: readonly SourceSpan[] | undefined;
  /** What is called like a stream and cannot be read, where no stream is known. */
  readonly unclear?: Spanned<string> | undefined;
  /** The declared type of a view of which no value is a stream. */
  readonly plain?: Spanned<string> | undefined;
  readonly at: SourceSpan;
};

export type DeclaringClass = {
  readonly name: string | undefined;
  /** A required constructor parameter, which the runtime cannot supply. */
  readonly required: Spanned<string> | undefined;
  readonly at: SourceSpan;
};

/** A returned value that JSON cannot hold. `at` is undefined when the view itself is a generator. */
export type HiddenAnswer =
  | { readonly kind: 'generator'; readonly at: undefined }
  | { readonly kind: 'instance'; readonly name: string; readonly at: SourceSpan }
  /** The global Response: `new Response(...)`, `Response.json(...)`, `fetch(...)`. */
  | {
      readonly kind: 'response';
      readonly form: 'new' | 'static' | 'fetch';
      readonly at: SourceSpan;
    };

/** A stream that a view returns. `at` is undefined when the view itself is a generator. */
export type StreamedAnswer = {
  readonly stream: StreamKind;
  readonly at: SourceSpan | undefined;
};

/** One declaration of a view: `app.route(...)`, `app.lambdaFunction(...)`. */
export type ViewDeclaration = {
  /** The member of the application that is called: `route`. */
  readonly kind: string;
  /** The application it is declared on: an index into {@link AppFacts.apps}. */
  readonly app: number;
  /** The arguments before the options that are present. */
  readonly leading: readonly StaticValue[];
  /** The evaluated options; undefined when absent. */
  readonly options: StaticValue | undefined;
  /** Arguments after the options, which are a mistake. */
  readonly extraArguments: readonly SourceSpan[];
  readonly target: DeclarationTarget;
  /** True inside a function or a condition, which may not run when the module is loaded. */
  readonly isConditional: boolean;
  /** The whole `app.route(...)`, without the `@`. */
  readonly at: SourceSpan;
  /** The enclosing blueprints, outermost first, as indexes into {@link AppFacts.blueprints}. */
  readonly chain?: readonly number[];
  /** The prefix of its function's name. Two registrations of a blueprint have different prefixes. */
  readonly namePrefix?: string;
  /** Where its own list of middleware is, when it is joined with lists of blueprints; undefined without a list. */
  readonly ownMiddleware?: SourceSpan | undefined;
};

/** One `new Blueprint(...)`. */
export type BlueprintDeclaration = {
  readonly arguments: readonly StaticValue[];
  /** The variable it is assigned to; undefined when it is not assigned to one. */
  readonly name: string | undefined;
  readonly at: SourceSpan;
};

/** One `app.register(blueprint, options)`, also on a blueprint. */
export type Registration = {
  /** An index into {@link AppFacts.apps} or {@link AppFacts.blueprints}. */
  readonly parent: { readonly kind: 'app' | 'blueprint'; readonly index: number };
  /** An index into {@link AppFacts.blueprints}; undefined when the argument is not known to be a blueprint. */
  readonly blueprint: number | undefined;
  /** The source of the first argument, or of the call without any. */
  readonly given: { readonly text: string; readonly at: SourceSpan };
  readonly options: StaticValue | undefined;
  /** True inside a function or a condition. */
  readonly isConditional: boolean;
  readonly at: SourceSpan;
};

/** One `new Framework(...)`. */
export type AppDeclaration = {
  readonly arguments: readonly StaticValue[];
  /** The variable it is assigned to; undefined when it is not assigned to one. */
  readonly name: string | undefined;
  readonly at: SourceSpan;
};

/** A statement that changes a setting of the application, such as `app.debug = true`. */
export type AppChange = {
  readonly app: number;
  readonly kind: 'debug' | 'binaryTypes' | 'cors';
  /** `push` appends the list in `value`, `assign` replaces the old value, `dynamic` is a change that cannot be followed. */
  readonly operation: 'assign' | 'push' | 'dynamic';
  readonly value: StaticValue | undefined;
  /** True inside a function or a condition, which may not run at load time. */
  readonly isConditional: boolean;
  readonly at: SourceSpan;
};

/** One `app.defineAuthorizer(name, options)` (deprecated, specification 5). */
export type AuthorizerDeclaration = {
  readonly app: number;
  readonly name: StaticValue;
  readonly options: StaticValue | undefined;
  readonly at: SourceSpan;
};

/**
 * Why a view cannot be followed:
 * - `not-called`: `app.route` is mentioned without being called: `const r = app.route`, `@app.route`.
 * - `not-applied`: `app.route('/x')` is called but given no view there: `const get = app.route('/x')`, `app.route('/x', fn)`.
 * - `unknown-app`: `x.route('/x')` declares a view, but `x` is a parameter or another value that is not known statically.
 * - `lazy-module`: the view is in a module that only `import()` or a conditional `require()` reaches.
 * - `dropped-import`: the view is in a module that is only imported for types, by imports that TypeScript drops
 *   (`related` is one of them): write `import './x.js'`.
 */
export type UntrackedUse = 'not-called' | 'not-applied' | 'unknown-app' | UnimportedUse;

/** The view would be found if another module imported its module. */
export type UnimportedUse = 'lazy-module' | 'dropped-import';

/** A problem found while reading: a syntax error, an import without a target, a cycle. */
export type ReadProblem =
  | { readonly kind: 'syntax'; readonly message: string; readonly at: SourceSpan }
  | { readonly kind: 'missing-module'; readonly specifier: string; readonly at: SourceSpan }
  /** `elsewhere` is a file in `src/` with the name of an entry file. */
  | {
      readonly kind: 'missing-entry';
      readonly file: string;
      readonly elsewhere: string | undefined;
    }
  | { readonly kind: 'unreadable'; readonly file: string; readonly message: string }
  /**
   * A use of the application that declares a view in a way that cannot be followed, so the view would be lost. `text` is the
   * source of the use, shortened.
   */
  | {
      readonly kind: 'untracked-use';
      readonly use: Exclude<UntrackedUse, UnimportedUse>;
      readonly text: string;
      readonly at: SourceSpan;
    }
  /** `specifier` is the specifier to import the module with in `importer`. */
  | {
      readonly kind: 'unimported-view';
      readonly use: UnimportedUse;
      readonly text: string;
      readonly importer: string;
      readonly specifier: string;
      readonly at: SourceSpan;
      /** `dropped-import`: the import that TypeScript drops. */
      readonly related?: SourceSpan;
    }
  /** `app.get(...)`. `argument` is the source of the only argument and its end offset. */
  | {
      readonly kind: 'unknown-member';
      readonly app: string;
      readonly name: string;
      readonly isDecorator: boolean;
      readonly argument: { readonly text: string; readonly end: number } | undefined;
      readonly at: SourceSpan;
    }
  /** A file that no import reaches declares a view. `specifier` would import it in `importer`, the entry file. */
  | {
      readonly kind: 'unreached-view';
      readonly file: string;
      readonly text: string;
      readonly importer: string;
      readonly specifier: string;
      readonly at: SourceSpan;
    }
  /** `app` is used in `at` before its module has run; `chain` lists the files of the cycle. */
  | {
      readonly kind: 'app-before-initialisation';
      readonly name: string;
      readonly chain: readonly string[];
      readonly at: SourceSpan;
    };

/** A place that reads a provider's value (docs/decisions/middleware.md). */
export type ProviderRead = {
  /** The declaration of the view, or the call that creates the middleware, that runs this code. */
  readonly reader: SourceSpan;
  /** The call that creates the provider. */
  readonly provider: SourceSpan;
  /** The provider's name in the source at that place. */
  readonly name: string;
  readonly at: SourceSpan;
  /** The call chain from the reader to that place. */
  readonly steps: readonly { readonly name: string; readonly at: SourceSpan }[];
  /**
   * Set where no provider is available: `module` while the module is loaded, and the reader is the place itself; `format` when
   * the reader is the call that creates an error format.
   */
  readonly outside?: 'module' | 'format';
};

/** A use of an export that makes what a whole application has: `secret('stripe-key')`. */
export type MadeConstant = {
  /** The export: `secret`. */
  readonly maker: string;
  /** Undefined when the export is named without being called. */
  readonly arguments: readonly StaticValue[] | undefined;
  /** The constant at the top level of the module that holds it; undefined in any other position. */
  readonly name: string | undefined;
  /** Whether any code names the constant. */
  readonly isUsed: boolean;
  /** Whether some code may read its member `arn`. */
  readonly readsArn?: true;
  readonly at: SourceSpan;
};

/** Everything read from the modules that `app.ts` reaches. */
export type AppFacts = {
  /** The entry file, relative to the project directory. */
  readonly entry: string;
  /** The reached files, relative, in evaluation order. */
  readonly files: readonly string[];
  readonly apps: readonly AppDeclaration[];
  /** When there is no application: what the variable `app` is instead. */
  readonly mistakenApp?: {
    readonly file: string;
    readonly text: string;
    readonly at: SourceSpan;
  };
  readonly blueprints: readonly BlueprintDeclaration[];
  /** Those of files that are not part of the application. */
  readonly unreachedBlueprints: readonly Omit<BlueprintDeclaration, 'arguments'>[];
  readonly registrations: readonly Registration[];
  /** In evaluation order. A view of a blueprint occurs once per registration, and never outside of one. */
  readonly views: readonly ViewDeclaration[];
  readonly changes: readonly AppChange[];
  readonly authorizers: readonly AuthorizerDeclaration[];
  /** In the order of the modules. */
  readonly made: readonly MadeConstant[];
  /** The named types that inputs use. */
  readonly types: TypeDefinitions;
  readonly providerReads: readonly ProviderRead[];
  /** Where providers are used in a way that cannot be followed by name. */
  readonly unfollowedProviders: readonly SourceSpan[];
  /** True when the project turns `strictNullChecks` off. */
  readonly ignoresNull?: true;
  readonly problems: readonly ReadProblem[];
};
