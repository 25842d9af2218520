// Fields that every instance has for certain, because the constructor always assigns them.
import { privateName, unwrap } from '../../../syntax/expressions.js';
import type { ClassMember, ClassNode, Statement } from '../../../syntax/tree.js';

/** The names of the fields that the constructor of a class assigns among its first statements. */
export function assignedInConstructor(node: ClassNode): readonly string[] {
  for (const member of node.body as readonly ClassMember[]) {
    // because swc's types leave out accessors
    if (member.type === 'Constructor' && member.body) {
      return statementsOf(member.body).flatMap(assignedField);
    }
  }
  return [];
}

function statementsOf(body: object): readonly Statement[] {
  const { stmts } = body as { readonly stmts: readonly Statement[] }; // because swc calls the body of a function FunctionBody now
  return stmts;
}

function assignedField(statement: Statement): readonly string[] {
  if (statement.type !== 'ExpressionStatement') return [];
  const assignment = unwrap(statement.expression);
  if (assignment.type !== 'AssignmentExpression' || assignment.operator !== '=') return [];
  const { left } = assignment;
  if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return [];
  const { property } = left;
  if (property.type === 'PrivateName') return [privateName(property)];
  return property.type === 'Identifier' ? [property.value] : [];
}
