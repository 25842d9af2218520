// Matches an ARN segment by segment, so that a wildcard in the region cannot match the account.
import { matchesWildcards } from '../../gateway/authorizers/policy.js';

/** Matches an ARN against a pattern, as in `Resource` and in the condition ArnLike. */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const patterns = arnParts(pattern);
  const parts = arnParts(arn);
  // A pattern that is shorter than an ARN is extended with wildcards: arn:aws:lambda:* matches every function. A shorter ARN
  // does not match.
  return (
    patterns.length <= parts.length &&
    parts.every((part, index) => matchesWildcards(patterns[index] ?? '*', part))
  );
}

/** Returns true if the resources of a statement include an ARN. */
export function includesArn(patterns: readonly string[], arn: string): boolean {
  return patterns.some((pattern) => matchesArn(pattern, arn));
}

/** Splits an ARN into its six segments; the last one may contain colons. */
function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
