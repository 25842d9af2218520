// What the text of one module shows on its own: its names, imports, exports, and all code that may declare something. It is
// cached between compilations.
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

export type PatternStep = {
  readonly key: string | number;
  readonly fallback: Expression | undefined;
};

/** What a name is bound to in its module. */
export type Binding =
  | {
      readonly kind: 'import';
      readonly specifier: string;
      /** The exported name; `*` stands for the namespace. */
      readonly name: string;
      readonly local: string;
      readonly at: Span;
      readonly isTypeOnly: boolean;
      /** True if the name is used other than in types. */
      isUsed: boolean;
    }
  | {
      readonly kind: 'value';
      readonly init: Expression | undefined;
      readonly steps: readonly PatternStep[];
      readonly at: Span;
    }
  | {
      readonly kind: 'function';
      readonly node: FunctionNode;
      readonly at: Span;
      readonly isOverloaded?: true;
    }
  | { readonly kind: 'class'; readonly node: ClassNode; readonly at: Span }
  | { readonly kind: 'enum'; readonly nodes: TsEnumDeclaration[]; readonly at: Span }
  | { readonly kind: 'namespace'; readonly members: Map<string, Identifier>; readonly at: Span }
  | { readonly kind: 'parameter'; readonly at: Span }
  /** A name without a fixed value: a loop variable, a caught error, or the rest element of a pattern. */
  | { readonly kind: 'variable'; readonly at: Span };

export type Declaration = Exclude<Binding, { readonly kind: 'import' }>;

export type ModuleExport =
  | { readonly kind: 'local'; readonly name: Identifier }
  /** A default export or `export =` without a name of its own. */
  | { readonly kind: 'unnamed'; readonly binding: Declaration }
  | { readonly kind: 'from'; readonly specifier: string; readonly name: string };

export type ModuleRequest = {
  readonly specifier: string;
  /** The location of the specifier, including its quotes. */
  readonly at: Span;
  /** `load`: evaluated with this module. `later`: an `import()` or `require()` that may run later. `types`: only for types. */
  readonly when: 'load' | 'later' | 'types';
  /** The names of a static import. TypeScript removes the import if none of them is used as a value. */
  readonly names: readonly (Binding & { readonly kind: 'import' })[] | undefined;
};

export type Moment = {
  /** True inside a function, whose code does not run while the module is loaded. */
  readonly isDeferred: boolean;
  /** True inside a function, a condition or a loop. */
  readonly isConditional: boolean;
};

export type Holder = { readonly name: string; readonly at: Span };

export type ClassSite = {
  readonly node: ClassNode;
  /** True for a class declaration, whose name other code can use. */
  readonly isDeclaration: boolean;
  /** The name of the class, or of the variable to which it is assigned. */
  readonly name: string | undefined;
};

/** Code that may declare or change something. Whether it does is not known until names are resolved. */
export type Use = Moment &
  (
    | {
        readonly kind: 'decorator';
        readonly call: CallExpression;
        /** The decorator. In JavaScript emitted by `tsc`, it is a list item. */
        readonly decorator: Pick<Decorator, 'span'> & { readonly isItem?: true };
        readonly class: ClassSite;
        /** The decorated member; undefined if the decorator is on the class itself. */
        readonly member: ClassMember | undefined;
      }
    | {
        readonly kind: 'apply';
        /** The inner call of `x.route(...)(view)`. */
        readonly call: CallExpression;
        readonly outer: CallExpression;
        readonly holder: Holder | undefined;
      }
    /** `x.route` in any other position. If it is destructured, `steps` are the properties that lead to it from `object`. */
    | {
        readonly kind: 'stray';
        readonly use: 'not-called' | 'not-applied';
        readonly object: Expression;
        readonly steps: readonly PatternStep[];
        readonly at: Span;
      }
    | { readonly kind: 'authorizer'; readonly call: CallExpression }
    | { readonly kind: 'register'; readonly call: CallExpression }
    /** `x.name` as a decorator, or `x.name(...)`, if applications have no member `name`. */
    | {
        readonly kind: 'member';
        readonly object: Identifier;
        readonly name: string;
        readonly at: Span;
        readonly call: CallExpression | undefined;
        readonly isDecorator: boolean;
      }
    | { readonly kind: 'new'; readonly node: NewExpression; readonly holder: Holder | undefined }
    /** The list of binary types, if it is passed to a function that may change it. */
    | { readonly kind: 'passed'; readonly list: MemberExpression; readonly callee: Expression }
    | Write
  );

export type Write = {
  readonly kind: 'write';
  readonly target: Expression;
  /** `assign` for `=`, `push` for `push(...)`, `other` for any other change. */
  readonly operation: 'assign' | 'push' | 'other';
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
  /** Statements that only declare, import or export types. */
  readonly typeItems: readonly ModuleItem[];
  /** In source order. */
  readonly uses: readonly Use[];
  /** Reads one function body, even a skipped one, without adding the uses in it to the record. */
  readonly readBody: (body: Span) => FunctionBody;
  /** Reads the skipped function bodies that contain a name. */
  readonly readBodiesWith: (name: string) => void;
  /** Tells whether an imported name is used as a value. Reads skipped bodies only if no other code uses it. */
  readonly usesImport: (binding: Binding & { readonly kind: 'import' }) => boolean;
};

// The names that a module declares. swc resolves names while it parses: identifiers with the same text and the same syntax
// context are the same variable, so this file needs no scopes.

type Entry = { readonly context: number; binding: Binding };

export type NameTable = {
  readonly declare: (name: Identifier, binding: Binding) => void;
  readonly find: (name: Identifier) => Binding | undefined;
  readonly named: (name: string) => readonly Binding[];
  readonly all: () => Iterable<readonly [name: string, binding: Binding]>;
};

/** Creates an empty table. A name that swc cannot resolve is global: `undefined`, `process`, `Object`. */
export function createNameTable(): NameTable {
  // The newest entry comes first.
  const entries = new Map<string, Entry[]>();
  const entryOf = (name: Identifier): Entry | undefined => {
    const context = contextOf(name);
    return entries.get(name.value)?.find((entry) => entry.context === context);
  };
  return {
    declare: (name, binding) => {
      const entry = entryOf(name);
      if (entry) entry.binding = merge(entry.binding, binding);
      else {
        const others = entries.get(name.value) ?? [];
        entries.set(name.value, [{ context: contextOf(name), binding }, ...others]);
      }
    },
    find: (name) => entryOf(name)?.binding,
    named: (name) => (entries.get(name) ?? []).map(({ binding }) => binding),
    *all() {
      for (const [name, list] of entries) for (const { binding } of list) yield [name, binding];
    },
  };
}

/** A value replaces a type-only import. Two values, or a value and a parameter, make the value of the name uncertain. */
function merge(first: Binding, second: Binding): Binding {
  if (first.kind === 'enum' && second.kind === 'enum') {
    first.nodes.push(...second.nodes);
    return first;
  }
  if (first.kind === 'namespace' && second.kind === 'namespace') {
    for (const [name, member] of second.members) first.members.set(name, member);
    return first;
  }
  // The signatures of an overloaded function have no body and come before the implementation.
  if (first.kind === 'function' && second.kind === 'function')
    return { ...second, isOverloaded: true };
  if (second.kind === 'value' && (first.kind === 'value' || first.kind === 'parameter')) {
    if (first.kind === 'parameter' || !second.init) return first;
    if (first.init) return { kind: 'variable', at: second.at };
  }
  return second.kind === 'namespace' ? first : second;
}

function contextOf(name: Identifier): number {
  return (name as Identifier & { readonly ctxt: number }).ctxt; // because swc's types omit it
}
