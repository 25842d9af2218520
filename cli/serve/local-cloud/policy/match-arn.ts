// An ARN is matched part by part, so that a wildcard in the region cannot swallow the account.
import { matchesWildcards } from '../../gateway/authorizers/policy.js';

/** A pattern on an ARN, as in `Resource` and in the condition ArnLike. */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const patterns = arnParts(pattern);
  const parts = arnParts(arn);
  // A pattern that ends early goes on with wildcards: arn:aws:lambda:* is every function. An ARN that ends early has no more.
  return (
    patterns.length <= parts.length &&
    parts.every((part, index) => matchesWildcards(patterns[index] ?? '*', part))
  );
}

/** Whether the resources of a statement include an ARN. */
export function includesArn(patterns: readonly string[], arn: string): boolean {
  return patterns.some((pattern) => matchesArn(pattern, arn));
}

/** The six parts of an ARN; the last one may hold colons. */
function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
