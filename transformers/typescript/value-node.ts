// Makes the TypeScript literal of a plain value, for the rows in emitted code.
import type ts from 'typescript';

/** The expression of a JSON value; what JSON leaves out is left out. */
export function valueNode(factory: ts.NodeFactory, value: unknown): ts.Expression {
  if (typeof value === 'string') return factory.createStringLiteral(value);
  if (typeof value === 'number') return factory.createNumericLiteral(value);
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
  if (Array.isArray(value)) {
    return factory.createArrayLiteralExpression(value.map((item) => valueNode(factory, item)));
  }
  if (typeof value !== 'object' || value === null) return factory.createNull();
  return factory.createObjectLiteralExpression(
    Object.entries(value).map(([key, entry]) =>
      factory.createPropertyAssignment(factory.createStringLiteral(key), valueNode(factory, entry)),
    ),
  );
}
