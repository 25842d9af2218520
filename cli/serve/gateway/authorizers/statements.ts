// The rule by which IAM decides from policy statements: one Deny wins over every Allow.
import { type Mapping, oneOrMore } from '../../../../compiler/json-values.js';
import { matchesWildcards } from './wildcards.js';

export type Effect = 'allow' | 'deny' | 'none';

export type PolicyQuestion = {
  /** For example `lambda:CreateFunction`. */
  readonly action: string;
  readonly isResource: (pattern: string) => boolean;
  /** Whether the conditions of a statement hold. */
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

/** Whether a statement covers a name. `Action` lists the covered names, `NotAction` the others; the same for resources. */
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
