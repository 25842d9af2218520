// The facts of an application: what the compiler reads from its source before any rule runs. Each value in a declaration is
// evaluated and has a location. Rules, manifest and binder use these facts, not the syntax tree.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { CheckedPattern, Type, TypeDefinitions } from './declared-type.js';
import type { Spanned, StaticValue } from '../values/static-value.js';

export type ViewParameter = {
  readonly name: string | undefined;
  readonly form: 'plain' | 'optional' | 'rest' | 'destructured';
  /** The text of the annotation, for example `number`; undefined if there is no annotation. */
  readonly type: string | undefined;
  /** Set for the type `number`: the names imported from this package, for the fix that replaces the type with `Int`. */
  readonly frameworkNames?: readonly string[];
  /** The annotated type, for parameters that are inputs. */
  readonly input?: ReadInput;
  /** The type of the event, for the first parameter of a function with an event source. */
  readonly event?: ReadEvent;
  readonly at: SourceSpan;
};

export type ReadInput = {
  readonly type: Type;
  /** The regular expressions that rules of the type set. */
  readonly patterns: readonly CheckedPattern[];
  readonly problems: readonly Diagnostic[];
  /** True if the type contains `number`, which does not say which numbers are valid. */
  readonly isPlainNumber?: true;
  readonly at: SourceSpan;
};

/** The type of the event that a function receives: `SqsMessage<Order>`. */
export type ReadEvent = {
  /** The name of the type that this package exports; undefined for any other type. */
  readonly name: string | undefined;
  /** The type argument; or a whole type that this package does not export, if the kind of event source accepts such types. */
  readonly payload: ReadInput | undefined;
  readonly at: SourceSpan;
};

/** The class member that has the decorator, or the function that is passed to the call. */
export type DeclarationTarget = {
  /** `signature` is a method without a body: abstract or an overload. `not-a-function` is a call form without a function. */
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
  /** The method's key, with its `#` if private, or the name of the variable, property or function in the call form. */
  readonly name: Spanned<string> | undefined;
  readonly isStatic: boolean;
  /** The class that contains the member; `name` is undefined for an anonymous class. */
  readonly class: DeclaringClass | undefined;
  readonly parameters: readonly ViewParameter[];
  /** Set for `withAuth(() => ...)`: the parameters are unknown, so path parameters are passed in path order. */
  readonly isWrapped?: true;
  readonly answer?: HiddenAnswer | undefined;
  /** The streams that the view may return; undefined if there are none. */
  readonly streams?: readonly StreamedAnswer[] | undefined;
  /** Calls to async generators, and streams that a generator returns. Their items are never sent. */
  readonly dropped?: readonly SourceSpan[] | undefined;
  /** An expression whose name suggests a stream but that cannot be read, if no stream is known. */
  readonly unclear?: Spanned<string> | undefined;
  /** The declared return type, if none of its values can be a stream. */
  readonly plain?: Spanned<string> | undefined;
  readonly at: SourceSpan;
};

export type DeclaringClass = {
  readonly name: string | undefined;
  /** A required constructor parameter, which the runtime cannot supply. */
  readonly required: Spanned<string> | undefined;
  readonly at: SourceSpan;
};

/** A returned value that JSON cannot represent. `at` is undefined if the view itself is a generator. */
export type HiddenAnswer =
  | { readonly kind: 'generator'; readonly at: undefined }
  | { readonly kind: 'instance'; readonly name: string; readonly at: SourceSpan }
  /** The global Response: `new Response(...)`, `Response.json(...)`, `fetch(...)`. */
  | {
      readonly kind: 'response';
      readonly form: 'new' | 'static' | 'fetch';
      readonly at: SourceSpan;
    };

/** `at` is undefined if the view itself is a generator. */
export type StreamedAnswer = { readonly stream: StreamKind; readonly at: SourceSpan | undefined };

/** One declaration of a view, such as `app.route(...)` or `app.lambdaFunction(...)`. */
export type ViewDeclaration = {
  /** The member of the application that is called: `route`. */
  readonly kind: string;
  /** The application on which the view is declared: an index into {@link AppFacts.apps}. */
  readonly app: number;
  readonly leading: readonly StaticValue[];
  readonly options: StaticValue | undefined;
  readonly extraArguments: readonly SourceSpan[];
  readonly target: DeclarationTarget;
  /** True inside a function or a condition, which may not run while the module is loaded. */
  readonly isConditional: boolean;
  /** The location of the whole `app.route(...)`, without the `@`. */
  readonly at: SourceSpan;
  /** The enclosing blueprints, outermost first, as indexes into {@link AppFacts.blueprints}. */
  readonly chain?: readonly number[];
  /** The prefix for the name of the view's function. Each registration of a blueprint has its own prefix. */
  readonly namePrefix?: string;
  /** The location of the declaration's own list of middleware, if lists of blueprints are added to it. */
  readonly ownMiddleware?: SourceSpan | undefined;
};

/** One `new Blueprint(...)`. */
export type BlueprintDeclaration = AppDeclaration;

/** One `app.register(blueprint, options)`, on an application or a blueprint. */
export type Registration = {
  /** An index into {@link AppFacts.apps} or {@link AppFacts.blueprints}. */
  readonly parent: { readonly kind: 'app' | 'blueprint'; readonly index: number };
  /** An index into {@link AppFacts.blueprints}; undefined if it is not known which blueprint the argument is. */
  readonly blueprint: number | undefined;
  /** The source text of the first argument, or of the call if there are no arguments. */
  readonly given: { readonly text: string; readonly at: SourceSpan };
  readonly options: StaticValue | undefined;
  readonly isConditional: boolean;
  readonly at: SourceSpan;
};

/** One `new Framework(...)`. */
export type AppDeclaration = {
  readonly arguments: readonly StaticValue[];
  /** The variable to which the instance is assigned, if there is one. */
  readonly name: string | undefined;
  readonly at: SourceSpan;
};

/** A statement that changes a setting of the application, such as `app.debug = true`. */
export type AppChange = {
  readonly app: number;
  readonly kind: 'debug' | 'binaryTypes' | 'cors';
  /** `push` appends the list in `value`, `assign` replaces the old value, and `dynamic` is a change that cannot be followed. */
  readonly operation: 'assign' | 'push' | 'dynamic';
  readonly value: StaticValue | undefined;
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
 * - `not-applied`: `app.route('/x')` is called but not applied to a view: `const get = app.route('/x')`, `app.route('/x', fn)`.
 * - `unknown-app`: `x.route('/x')` declares a view, but `x` is a parameter or another value that is not known statically.
 * - `lazy-module`: the view is in a module that is only reached by `import()` or a conditional `require()`.
 * - `dropped-import`: the view is in a module that is imported only for types, by imports that TypeScript removes
 *   (`related` is one of them). The fix is `import './x.js'`.
 */
export type UntrackedUse = 'not-called' | 'not-applied' | 'unknown-app' | UnimportedUse;

/** An import of the view's module would remove the problem. */
export type UnimportedUse = 'lazy-module' | 'dropped-import';

/** A problem found while reading: a syntax error, an import that cannot be found, a cycle. */
export type ReadProblem =
  | { readonly kind: 'syntax'; readonly message: string; readonly at: SourceSpan }
  | { readonly kind: 'missing-module'; readonly specifier: string; readonly at: SourceSpan }
  /** `elsewhere` is a file in `src/` whose name is one of the entry file names. */
  | {
      readonly kind: 'missing-entry';
      readonly file: string;
      readonly elsewhere: string | undefined;
    }
  | { readonly kind: 'unreadable'; readonly file: string; readonly message: string }
  /** A declaration that cannot be followed, so that the view would be missing from the API. `text` is its source, shortened. */
  | {
      readonly kind: 'untracked-use';
      readonly use: Exclude<UntrackedUse, UnimportedUse>;
      readonly text: string;
      readonly at: SourceSpan;
    }
  /** `specifier` is what `importer` writes to import the module. */
  | {
      readonly kind: 'unimported-view';
      readonly use: UnimportedUse;
      readonly text: string;
      readonly importer: string;
      readonly specifier: string;
      readonly at: SourceSpan;
      /** For `dropped-import`, the import that TypeScript removes. */
      readonly related?: SourceSpan;
    }
  /** A class that extends `base` passes on other options, or declares routes and settings itself. `text` is its source. */
  | {
      readonly kind: 'changed-class';
      readonly base: 'Framework' | 'Blueprint';
      readonly text: string;
      readonly at: SourceSpan;
    }
  /** `app.get(...)`. `argument` is the source of the only argument, with its end offset. */
  | {
      readonly kind: 'unknown-member';
      readonly app: string;
      readonly name: string;
      readonly isDecorator: boolean;
      readonly argument: { readonly text: string; readonly end: number } | undefined;
      readonly at: SourceSpan;
    }
  /** A file that is not imported declares a view. `specifier` is the import to add to `importer`, the entry file. */
  | {
      readonly kind: 'unreached-view';
      readonly file: string;
      readonly text: string;
      readonly importer: string;
      readonly specifier: string;
      readonly at: SourceSpan;
    }
  /** `app` is used at `at` before its module has run; `chain` lists the files of the cycle. */
  | {
      readonly kind: 'app-before-initialisation';
      readonly name: string;
      readonly chain: readonly string[];
      readonly at: SourceSpan;
    };

/** Code that reads a provider's value (docs/decisions/middleware.md). */
export type ProviderRead = {
  /** The location of the code that reads the value: the declaration of the view, or the call that creates the middleware. */
  readonly reader: SourceSpan;
  readonly provider: SourceSpan;
  /** The name of the provider in the code that reads it. */
  readonly name: string;
  readonly at: SourceSpan;
  /** The names that lead from the reader to the code that reads the value. */
  readonly steps: readonly { readonly name: string; readonly at: SourceSpan }[];
  /** Set if no provider is available: `module` while the module is loaded, `format` in an error format. */
  readonly outside?: 'module' | 'format';
};

/** A use of an export that declares something for the whole application: `secret('stripe-key')`. */
export type MadeConstant = {
  readonly maker: string;
  /** The arguments of the call; undefined if the export is mentioned without being called. */
  readonly arguments: readonly StaticValue[] | undefined;
  /** The top-level constant that holds the value; undefined if the export is used in any other position. */
  readonly name: string | undefined;
  readonly isUsed: boolean;
  /** True if some code may read the value's member `arn`. */
  readonly readsArn?: true;
  readonly at: SourceSpan;
};

export type AppFacts = {
  readonly entry: string;
  /** The files that the entry reaches, relative to the project directory, in evaluation order. */
  readonly files: readonly string[];
  readonly apps: readonly AppDeclaration[];
  /** The declaration of a variable `app` that is not an application. Set only if the program has no application. */
  readonly mistakenApp?: { readonly file: string; readonly text: string; readonly at: SourceSpan };
  readonly blueprints: readonly BlueprintDeclaration[];
  /** The blueprints in files that are not part of the application. */
  readonly unreachedBlueprints: readonly Omit<BlueprintDeclaration, 'arguments'>[];
  readonly registrations: readonly Registration[];
  /** The views in evaluation order. A view of a blueprint occurs once for each registration of the blueprint. */
  readonly views: readonly ViewDeclaration[];
  readonly changes: readonly AppChange[];
  readonly authorizers: readonly AuthorizerDeclaration[];
  readonly made: readonly MadeConstant[];
  readonly types: TypeDefinitions;
  readonly providerReads: readonly ProviderRead[];
  /** The calls that create providers whose reads cannot be followed by name. */
  readonly unfollowedProviders: readonly SourceSpan[];
  readonly ignoresNull?: true;
  readonly problems: readonly ReadProblem[];
};
