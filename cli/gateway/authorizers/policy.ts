// The policy of a custom authorizer, evaluated as the gateway does: a denial wins, nothing is allowed unless said.
import { isMapping, type Mapping } from '../../../compiler/json-mapping.js';
import { matchesWildcards } from './wildcards.js';

export type Effect = 'allow' | 'deny' | 'none';

/** Undefined when the value is not a policy document. */
export function evaluatePolicy(document: unknown, methodArn: string): Effect | undefined {
  if (!isMapping(document)) return undefined;
  const statements = listOf(document['Statement']);
  if (statements.length === 0 || !statements.every(isStatement)) return undefined;
  const effects = statements
    .filter((statement) => concerns(statement, methodArn))
    .map((statement) => statement['Effect']);
  if (effects.includes('Deny')) return 'deny';
  return effects.includes('Allow') ? 'allow' : 'none';
}

const ACTION = 'execute-api:Invoke';

function concerns(statement: Mapping, methodArn: string): boolean {
  // A condition asks for addresses, dates or VPCs that this machine does not know. So a statement with one never allows
  // here, and always denies.
  if (statement['Condition'] !== undefined && statement['Effect'] === 'Allow') return false;
  return (
    covers(statement, 'Action', (pattern) =>
      matchesWildcards(pattern.toLowerCase(), ACTION.toLowerCase()),
    ) && covers(statement, 'Resource', (pattern) => matchesWildcards(pattern, methodArn))
  );
}

function covers(
  statement: Mapping,
  key: 'Action' | 'Resource',
  matches: (pattern: string) => boolean,
): boolean {
  const isMatch = (pattern: unknown): boolean => typeof pattern === 'string' && matches(pattern);
  const denied = statement[`Not${key}`];
  return denied === undefined
    ? listOf(statement[key]).some(isMatch)
    : !listOf(denied).some(isMatch);
}

/** The members of a statement that hold one text or a list of them. */
const TEXT_MEMBERS = ['Action', 'NotAction', 'Resource', 'NotResource'] as const;

function isStatement(value: unknown): value is Mapping {
  return (
    isMapping(value) &&
    (value['Effect'] === 'Allow' || value['Effect'] === 'Deny') &&
    TEXT_MEMBERS.every((key) => listOf(value[key]).every((item) => typeof item === 'string'))
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
