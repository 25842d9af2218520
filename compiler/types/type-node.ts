// The type nodes that swc's parser returns, which differ from swc's declarations: for example, members are not wrapped.
import type {
  Expression,
  Identifier,
  ModuleItem,
  Span,
  TsEnumDeclaration,
  TsType,
} from '../syntax/tree.js';

type Node<Type extends string> = { readonly type: Type; readonly span: Span };

export type Annotation = { readonly typeAnnotation: TypeNode };

/** A name that refers to an entity: `A`, or `A.B.C`. */
export type EntityName = IdentifierNode | QualifiedName;

export type IdentifierNode = Node<'Identifier'> & { readonly value: string; readonly ctxt: number };

export type QualifiedName = {
  readonly type: 'TsQualifiedName';
  readonly left: EntityName;
  readonly right: { readonly value: string };
};

export type TypeParameter = {
  readonly name: IdentifierNode;
  readonly constraint?: TypeNode | null;
  readonly default?: TypeNode | null;
};

export type TypeParameters = { readonly parameters: readonly TypeParameter[] } | null;

export type TypeArguments = { readonly params: readonly TypeNode[] } | null;

type LiteralNode =
  | (Node<'StringLiteral'> & { readonly value: string })
  | (Node<'NumericLiteral'> & { readonly value: number })
  | (Node<'BooleanLiteral'> & { readonly value: boolean })
  | Node<'BigIntLiteral'>
  | TemplateNode;

export type TemplateNode = Node<'TemplateLiteral'> & {
  readonly types: readonly TypeNode[];
  readonly quasis: readonly { readonly cooked?: string | null; readonly raw: string }[];
};

export type TupleElement = {
  readonly label?: { readonly type: string; readonly optional?: boolean } | null;
  readonly ty: TypeNode;
};

export type MemberKey =
  | IdentifierNode
  | (Node<'StringLiteral'> & { readonly value: string })
  | (Node<'NumericLiteral'> & { readonly value: number })
  | Node<'MemberExpression' | 'Computed' | 'BigIntLiteral' | 'TemplateLiteral' | 'UnaryExpression'>;

type KeyedNode<Type extends string> = Node<Type> & {
  readonly key: MemberKey;
  readonly computed: boolean;
};

export type MemberNode =
  | (KeyedNode<'TsPropertySignature'> & {
      readonly optional: boolean;
      readonly typeAnnotation?: Annotation | null;
    })
  | (Node<'TsIndexSignature'> & {
      readonly params: readonly { readonly typeAnnotation?: Annotation | null }[];
      readonly typeAnnotation?: Annotation | null;
    })
  | (KeyedNode<'TsMethodSignature'> & {
      readonly optional: boolean;
      readonly typeParams?: object | null;
      readonly params: readonly ParameterNode[];
      /** The return type. */
      readonly typeAnn?: Annotation | null;
    })
  | KeyedNode<'TsGetterSignature' | 'TsSetterSignature'>
  | Node<'TsCallSignatureDeclaration' | 'TsConstructSignatureDeclaration'>;

/** A name, a pattern or a rest parameter. In a declaration it is nested in `pat`, and with a default value in `left`. */
export type ParameterNode = {
  readonly type: string;
  readonly value?: unknown;
  readonly optional?: boolean;
  readonly typeAnnotation?: Annotation | null;
  readonly pat?: ParameterNode;
  readonly left?: ParameterNode;
};

/** A modifier of a mapped type; `true` for a modifier without a sign. */
export type Modifier = true | false | '+' | '-' | null;

export type MappedNode = Node<'TsMappedType'> & {
  readonly readonly?: Modifier;
  readonly optional?: Modifier;
  readonly typeParam: TypeParameter;
  readonly nameType?: TypeNode | null;
  readonly typeAnnotation?: TypeNode | null;
};

export type IndexedNode = Node<'TsIndexedAccessType'> & {
  readonly objectType: TypeNode;
  readonly indexType: TypeNode;
};

export type ConditionalNode = Node<'TsConditionalType'> & {
  readonly checkType: TypeNode;
  readonly extendsType: TypeNode;
  readonly trueType: TypeNode;
  readonly falseType: TypeNode;
};

export type ReferenceNode = Node<'TsTypeReference'> & {
  readonly typeName: EntityName;
  readonly typeParams?: TypeArguments;
};

export type ImportNode = Node<'TsImportType'> & {
  readonly argument: { readonly value: string };
  readonly qualifier?: EntityName | null;
  readonly typeArguments?: TypeArguments;
};

export type QueryNode = Node<'TsTypeQuery'> & {
  readonly exprName: EntityName | ImportNode;
  readonly typeArguments?: TypeArguments;
};

export type InferNode = Node<'TsInferType'> & { readonly typeParam: TypeParameter };

export type TypeNode =
  | (Node<'TsKeywordType'> & { readonly kind: string })
  | (Node<'TsLiteralType'> & { readonly literal: LiteralNode })
  | (Node<'TsParenthesizedType' | 'TsOptionalType' | 'TsRestType'> & {
      readonly typeAnnotation: TypeNode;
    })
  | (Node<'TsArrayType'> & { readonly elemType: TypeNode })
  | (Node<'TsTupleType'> & { readonly elemTypes: readonly TupleElement[] })
  | (Node<'TsUnionType' | 'TsIntersectionType'> & { readonly types: readonly TypeNode[] })
  | (Node<'TsTypeLiteral'> & { readonly members: readonly MemberNode[] })
  | (Node<'TsTypeOperator'> & { readonly op: string; readonly typeAnnotation: TypeNode })
  | IndexedNode
  | MappedNode
  | ConditionalNode
  | InferNode
  | ReferenceNode
  | ImportNode
  | QueryNode
  | (Node<'TsFunctionType' | 'TsConstructorType'> & {
      readonly typeParams?: object | null;
      readonly params: readonly ParameterNode[];
      readonly typeAnnotation: Annotation;
    })
  | Node<'TsThisType' | 'TsTypePredicate'>;

export type BaseNode = {
  readonly span: Span;
  readonly expression: Expression;
  readonly typeArguments?: TypeArguments;
};

export type InterfaceNode = Node<'TsInterfaceDeclaration'> & {
  readonly id: IdentifierNode;
  readonly typeParams?: TypeParameters;
  readonly extends: readonly BaseNode[];
  readonly body: { readonly body: readonly MemberNode[] };
};

export type AliasNode = Node<'TsTypeAliasDeclaration'> & {
  readonly id: IdentifierNode;
  readonly typeParams?: TypeParameters;
  readonly typeAnnotation: TypeNode;
};

/** `namespace N { … }`, and `namespace N.M { … }` with another namespace as its body. */
export type NamespaceNode = {
  readonly declare: boolean;
  readonly id: IdentifierNode;
  readonly body?: NamespaceBody | null;
};

type NamespaceBody =
  | { readonly type: 'TsModuleBlock'; readonly body: readonly ModuleItem[] }
  | (NamespaceNode & { readonly type: 'TsNamespaceDeclaration' });

export function typeNode(node: TsType): TypeNode {
  return node as unknown as TypeNode; // because swc's declarations differ from its output
}

/** Returns the type reference in an interface's `extends` clause; undefined if the clause does not name a type. */
export function baseReference(base: BaseNode): ReferenceNode | undefined {
  const { expression, span, typeArguments = null } = base;
  const typeName = entityOf(expression);
  return typeName && { type: 'TsTypeReference', span, typeName, typeParams: typeArguments };
}

/** Converts an expression to a qualified name: after `extends`, swc represents `a.b.C` as a member expression. */
export function entityOf(expression: Expression): EntityName | undefined {
  if (expression.type === 'Identifier') return expression as unknown as EntityName; // because swc's types omit the context
  if (expression.type !== 'MemberExpression' || expression.property.type !== 'Identifier')
    return undefined;
  const left = entityOf(expression.object);
  return left && { type: 'TsQualifiedName', left, right: expression.property };
}

/** Returns the interface, alias or enum that a statement declares, whether exported or not. */
export function declarationOf(
  item: ModuleItem,
): InterfaceNode | AliasNode | TsEnumDeclaration | undefined {
  const declared =
    item.type === 'ExportDeclaration'
      ? item.declaration
      : item.type === 'ExportDefaultDeclaration'
        ? item.decl
        : item;
  if (declared.type === 'TsEnumDeclaration') return declared;
  if (declared.type === 'TsInterfaceDeclaration') return declared as unknown as InterfaceNode; // because swc's declarations differ from its output
  if (declared.type === 'TsTypeAliasDeclaration') return declared as unknown as AliasNode; // because swc's declarations differ from its output
  return undefined;
}

export function namespaceOf(item: ModuleItem): NamespaceNode | undefined {
  const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
  const isNamespace = declared.type === 'TsModuleDeclaration' && declared.id.type === 'Identifier';
  return isNamespace ? (declared as unknown as NamespaceNode) : undefined; // because swc's types omit the context
}

export function identifierOf(name: IdentifierNode): Identifier {
  return name as unknown as Identifier; // because the other properties are not read
}

export function rootOf(name: EntityName): Identifier {
  return name.type === 'Identifier' ? identifierOf(name) : rootOf(name.left);
}

/** Returns a qualified name as text, after replacing its first part with `root`. */
export function textOfName(name: EntityName, root?: string): string {
  return name.type === 'Identifier'
    ? (root ?? name.value)
    : `${textOfName(name.left, root)}.${name.right.value}`;
}

/** Returns the syntax context of a name. swc gives all uses of the same variable the same context. */
export function contextOf(name: Identifier | IdentifierNode): number {
  return (name as IdentifierNode).ctxt; // because swc's types omit it
}
