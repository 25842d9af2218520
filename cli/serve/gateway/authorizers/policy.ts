// The policy of a custom authorizer, evaluated as the gateway does: a denial wins, nothing is allowed unless said.
import { isMapping, type Mapping, oneOrMore } from '../../../../compiler/json-values.js';
import { type Effect, effectOf } from './statements.js';
import { matchesWildcards } from './wildcards.js';

/** Undefined when the value is not a policy document. */
export function evaluatePolicy(document: unknown, methodArn: string): Effect | undefined {
  if (!isMapping(document)) return undefined;
  const statements = oneOrMore(document['Statement']);
  if (statements.length === 0 || !statements.every(isStatement)) return undefined;
  return effectOf(statements, {
    action: 'execute-api:Invoke',
    isResource: (pattern) => matchesWildcards(pattern, methodArn),
    // A condition asks for addresses, dates or VPCs that this machine does not know. So a statement with one never allows
    // here, and always denies.
    holds: ({ Condition, Effect }) => Condition === undefined || Effect !== 'Allow',
  });
}

/** The members of a statement that hold one text or a list of them. */
const TEXT_MEMBERS = ['Action', 'NotAction', 'Resource', 'NotResource'] as const;

function isStatement(value: unknown): value is Mapping {
  return (
    isMapping(value) &&
    (value['Effect'] === 'Allow' || value['Effect'] === 'Deny') &&
    TEXT_MEMBERS.every((key) => oneOrMore(value[key]).every((item) => typeof item === 'string'))
  );
}
