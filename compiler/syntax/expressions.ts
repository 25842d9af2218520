// Helpers for reading expressions.
import type {
  CallExpression,
  ClassMember,
  ClassNode,
  Expression,
  FunctionNode,
  Identifier,
  MemberExpression,
  NewExpression,
  Param,
  Pattern,
  PrivateName,
  PropertyName,
  Span,
  TsType,
} from './tree.js';

export const NOWHERE: Span = { start: 1, end: 1, ctxt: 0 };

/** Returns the location of an expression or pattern. Parts of JSX names have no location. */
export function spanOf(node: Expression | Pattern | undefined): Span {
  return node && 'span' in node ? node.span : NOWHERE;
}

/** Returns the expression without parentheses and TypeScript wrappers: `(x as T)!` is `x`. */
export function unwrap(expression: Expression): Expression {
  let inner = expression;
  for (;;) {
    switch (inner.type) {
      case 'ParenthesisExpression':
      case 'TsAsExpression':
      case 'TsConstAssertion':
      case 'TsNonNullExpression':
      case 'TsSatisfiesExpression':
      case 'TsTypeAssertion':
      case 'TsInstantiation':
        inner = inner.expression;
        break;
      default:
        return inner;
    }
  }
}

/** Returns the name in `x.name` or `x['name']`; undefined for a private or computed name. */
export function propertyName(member: MemberExpression): string | undefined {
  return member.property.type === 'PrivateName' ? undefined : keyName(member.property);
}

/** Returns the key of a property or member; undefined if it is computed. */
export function keyName(key: PropertyName): string | undefined {
  switch (key.type) {
    case 'Identifier':
    case 'StringLiteral':
      return key.value;
    case 'NumericLiteral':
    case 'BigIntLiteral':
      return String(key.value);
    case 'Computed': {
      const inner = unwrap(key.expression);
      return inner.type === 'StringLiteral' ? inner.value : undefined;
    }
  }
}

/** Returns the members of a class. swc's types omit accessors. */
export function membersOf({ body }: ClassNode): readonly ClassMember[] {
  return body;
}

export function privateName(name: PrivateName): string {
  const { value } = name as PrivateName & { readonly value: string }; // because swc's output differs from its types
  return `#${value}`;
}

/** Returns the callee of a call, unwrapped, if it is an ordinary expression; undefined for `super` and `import`. */
export function calleeOf(call: CallExpression | NewExpression): Expression | undefined {
  const { callee } = call;
  return callee.type === 'Super' || callee.type === 'Import' ? undefined : unwrap(callee);
}

export function calledMember(call: CallExpression): MemberExpression | undefined {
  const callee = calleeOf(call);
  return callee?.type === 'MemberExpression' ? callee : undefined;
}

export function rootOf(expression: Expression): Identifier | undefined {
  let inner = unwrap(expression);
  while (inner.type === 'MemberExpression') inner = unwrap(inner.object);
  return inner.type === 'Identifier' ? inner : undefined;
}

export function functionOf(expression: Expression): FunctionNode | undefined {
  const inner = unwrap(expression);
  const isFunction =
    inner.type === 'ArrowFunctionExpression' || inner.type === 'FunctionExpression';
  return isFunction ? inner : undefined;
}

export function patternOf(parameter: Param | Pattern): Pattern {
  return parameter.type === 'Parameter' ? parameter.pat : parameter;
}

export function annotationOf(pattern: object): TsType | undefined {
  const { typeAnnotation: annotation } = pattern as {
    readonly typeAnnotation?: { readonly type: string; readonly typeAnnotation: TsType } | null;
  }; // because swc's types leave it out of some patterns
  return annotation?.type === 'TsTypeAnnotation' ? annotation.typeAnnotation : undefined;
}
