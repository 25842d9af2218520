// Evaluates the policy of a custom authorizer as the gateway does: a Deny overrides an Allow, and the default is Deny.
import { isMapping, type Mapping, oneOrMore } from '../../../../compiler/json-values.js';

/** Returns undefined if the value is not a policy document. */
export function evaluatePolicy(document: unknown, methodArn: string): Effect | undefined {
  if (!isMapping(document)) return undefined;
  const statements = oneOrMore(document['Statement']);
  if (statements.length === 0 || !statements.every(isStatement)) return undefined;
  return effectOf(statements, {
    action: 'execute-api:Invoke',
    isResource: (pattern) => matchesWildcards(pattern, methodArn),
    // Conditions depend on values that this machine does not know, such as IP addresses and VPCs. Therefore an Allow with a
    // condition never applies, and a Deny with a condition always does.
    holds: ({ Condition, Effect }) => Condition === undefined || Effect !== 'Allow',
  });
}

/** The members of a statement that can be a string or a list of strings. */
const TEXT_MEMBERS = ['Action', 'NotAction', 'Resource', 'NotResource'] as const;

function isStatement(value: unknown): value is Mapping {
  return (
    isMapping(value) &&
    (value['Effect'] === 'Allow' || value['Effect'] === 'Deny') &&
    TEXT_MEMBERS.every((key) => oneOrMore(value[key]).every((item) => typeof item === 'string'))
  );
}

type Effect = 'allow' | 'deny' | 'none';

type PolicyQuestion = {
  /** For example, `lambda:CreateFunction`. */
  readonly action: string;
  readonly isResource: (pattern: string) => boolean;
  readonly holds: (statement: Mapping) => boolean;
};

export function effectOf(
  statements: readonly Mapping[],
  { action, isResource, holds }: PolicyQuestion,
): Effect {
  const isAction = (pattern: string): boolean =>
    matchesWildcards(pattern.toLowerCase(), action.toLowerCase());
  const effects = statements
    .filter(
      (statement) =>
        covers(statement, 'Action', isAction) &&
        covers(statement, 'Resource', isResource) &&
        holds(statement),
    )
    .map((statement) => statement['Effect']);
  if (effects.includes('Deny')) return 'deny';
  return effects.includes('Allow') ? 'allow' : 'none';
}

/**
 * Returns true if a statement covers a name. `Action` lists the names that the statement covers, and `NotAction` the names that
 * it does not cover. The same applies to `Resource` and `NotResource`.
 */
function covers(
  statement: Mapping,
  key: 'Action' | 'Resource',
  matches: (pattern: string) => boolean,
): boolean {
  const isMatch = (pattern: unknown): boolean => typeof pattern === 'string' && matches(pattern);
  const denied = statement[`Not${key}`];
  return denied === undefined
    ? oneOrMore(statement[key]).some(isMatch)
    : !oneOrMore(denied).some(isMatch);
}

/** Returns true if the pattern matches the whole text. The time is at most proportional to the product of the lengths. */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < text.length;) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (wanted === '?' || wanted === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      resume += 1;
      at = star + 1;
      index = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
