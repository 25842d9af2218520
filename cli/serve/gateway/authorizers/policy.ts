// Evaluates the policy of a custom authorizer as the gateway does: a Deny wins over an Allow, and without an Allow the
// request is denied.
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
    // Conditions use addresses, dates or VPCs that this machine does not know. So an Allow with a condition never applies,
    // and a Deny with one always does.
    holds: ({ Condition, Effect }) => Condition === undefined || Effect !== 'Allow',
  });
}

/** The members of a statement that are a text or a list of texts. */
const TEXT_MEMBERS = ['Action', 'NotAction', 'Resource', 'NotResource'] as const;

function isStatement(value: unknown): value is Mapping {
  return (
    isMapping(value) &&
    (value['Effect'] === 'Allow' || value['Effect'] === 'Deny') &&
    TEXT_MEMBERS.every((key) => oneOrMore(value[key]).every((item) => typeof item === 'string'))
  );
}
