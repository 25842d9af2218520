// The two forms of TypeScript that only exist for namespaces, as the forms that all code handles: `namespace A.B {}` is a
// namespace in a namespace, and `import X = A.B` is a constant.
import { spanOf } from './expressions.js';
import type {
  Expression,
  Identifier,
  ModuleItem,
  TsImportEqualsDeclaration,
  TsModuleDeclaration,
} from './tree.js';

export type Namespace = {
  readonly id: Identifier;
  /** The namespace `B` in `namespace A.B {}`, with its name. */
  readonly inner: (Namespace & { readonly name: string }) | undefined;
  readonly items: readonly ModuleItem[];
};

type Body = NonNullable<TsModuleDeclaration['body']>;

/** Returns undefined for `declare module 'x'` and for a namespace without code. */
export function namespaceIn({ id, body, declare }: TsModuleDeclaration): Namespace | undefined {
  return declare || id.type !== 'Identifier' || !body ? undefined : namespaceOf(id, body);
}

function namespaceOf(id: Identifier, body: Body): Namespace {
  if (body.type === 'TsModuleBlock') return { id, inner: undefined, items: body.body };
  const name = body.id.value;
  // A variable may have the same name, but no dot in it. All blocks of a namespace share the syntax context of the first name.
  const innerId = { ...id, span: body.id.span, value: `${id.value}.${name}` };
  const inner = namespaceOf(innerId, body.body);
  return { id, inner: { ...inner, name }, items: [] };
}

/** Returns the `A.B` in `import X = A.B`; undefined for `import x = require('y')`, and for an alias of a type. */
export function aliasedValue({
  moduleRef,
  isTypeOnly,
}: TsImportEqualsDeclaration): Expression | undefined {
  if (isTypeOnly || moduleRef.type === 'TsExternalModuleReference') return undefined;
  return expressionOf(moduleRef);
}

type EntityName = Exclude<
  TsImportEqualsDeclaration['moduleRef'],
  { readonly type: 'TsExternalModuleReference' }
>;

function expressionOf(name: EntityName): Expression {
  if (name.type === 'Identifier') return name;
  const object = expressionOf(name.left);
  const { right } = name;
  const span = { ...right.span, start: spanOf(object).start };
  return { type: 'MemberExpression', span, object, property: right };
}
