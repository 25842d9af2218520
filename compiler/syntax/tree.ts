// The syntax tree that the rest of the compiler uses: swc's node types, plus the few that its declarations omit. Absent
// children are null in the tree although their types say undefined, so code tests for presence by truthiness.
import type {
  ArrowFunctionExpression,
  Class,
  ClassDeclaration,
  ClassExpression,
  ClassMember as SwcClassMember,
  ClassPropertyBase,
  Decorator,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  ModuleItem,
  Param,
  Pattern,
  PrivateName,
  Property,
  PropertyName,
  Span,
  Statement,
  TsParameterProperty,
  TsType,
  VariableDeclarator,
} from '@swc/core';

export type {
  ArrayExpression,
  ArrowFunctionExpression,
  Argument,
  BinaryExpression,
  CallExpression,
  Class,
  ClassDeclaration,
  ClassExpression,
  ConditionalExpression,
  Decorator,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Identifier,
  ImportDeclaration,
  MemberExpression,
  ModuleItem,
  NewExpression,
  ObjectExpression,
  ObjectPattern,
  Param,
  Pattern,
  PrivateName,
  PropertyName,
  Span,
  Statement,
  TemplateLiteral,
  TsEnumDeclaration,
  TsImportEqualsDeclaration,
  TsModuleDeclaration,
  TsType,
  UnaryExpression,
  VariableDeclarator,
} from '@swc/core';

/** An auto-accessor: `accessor x = 1`. */
export type AutoAccessor = ClassPropertyBase & {
  readonly type: 'AutoAccessor';
  readonly key: PropertyName | PrivateName;
};

export type UsingDeclaration = {
  readonly type: 'UsingDeclaration';
  readonly span: Span;
  readonly decls: readonly VariableDeclarator[];
};

type Accessor = {
  readonly span: Span;
  readonly key: PropertyName;
  readonly function: { readonly params: readonly Param[]; readonly body?: FunctionBody };
};

/** `get x() {}` or `set x(y) {}` in an object. */
export type AccessorProperty =
  | (Accessor & { readonly type: 'GetterProperty' })
  | (Accessor & { readonly type: 'SetterProperty' });

/** The statements in a function; omitted from the tree if `isSkipped` is set. */
export type FunctionBody = {
  readonly type: 'FunctionBody';
  readonly span: Span;
  readonly stmts: readonly Statement[];
  readonly isSkipped?: true;
};

export type ClassMember = SwcClassMember | AutoAccessor;

export type TreeNode =
  | Expression
  | ModuleItem
  | ClassMember
  | Pattern
  | Param
  | TsParameterProperty
  | Decorator
  | VariableDeclarator
  | Exclude<Property, { readonly type: AccessorProperty['type'] }>
  | AccessorProperty
  | FunctionBody
  | UsingDeclaration;

/** A function other than a method. */
export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

/** The members that functions, arrow functions and methods share. */
export type AnyFunction = {
  readonly params: readonly (Param | Pattern)[];
  readonly body?: unknown;
  readonly generator?: boolean;
  readonly async?: boolean;
  readonly returnType?: { readonly typeAnnotation: TsType } | null | undefined;
};

export type ClassNode = Class & (ClassDeclaration | ClassExpression);

export type Program = { readonly body: readonly ModuleItem[] };
