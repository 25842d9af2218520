// Decides whether policy documents allow an action on a resource: an explicit deny overrides every allow.
import { effectOf, matchesWildcards } from '../../gateway/authorizers/policy.js';
import { type Mapping, oneOrMore, parseJson, textsOf } from '../../../../compiler/json-values.js';

export type PolicyQuestion = {
  /** For example `lambda:CreateFunction`. */
  readonly action: string;
  readonly resource: string;
  /** Values of condition keys, for example `iam:PassedToService`. */
  readonly context?: Readonly<Record<string, string>>;
};

/** `forbidden`: a statement denies it. `not-allowed`: no statement allows it. */
export type Verdict = 'allowed' | 'not-allowed' | 'forbidden';

export function evaluatePolicies(documents: readonly unknown[], question: PolicyQuestion): Verdict {
  const { action, resource, context = {} } = question;
  const effect = effectOf(documents.flatMap(statementsOf), {
    action,
    isResource: (pattern) => matchesArn(pattern, resource),
    holds: (statement) => meets(fieldsOf(statement['Condition']), context),
  });
  return VERDICTS[effect];
}

export function allowedResources(documents: readonly unknown[], action: string): readonly string[] {
  const allowing = documents
    .flatMap(statementsOf)
    .filter(({ Effect: effect }) => effect === 'Allow')
    .filter((statement) =>
      textsOf(statement['Action']).some((one) =>
        matchesWildcards(one.toLowerCase(), action.toLowerCase()),
      ),
    );
  return [...new Set(allowing.flatMap((statement) => textsOf(statement['Resource'])))];
}

type ResourceQuestion = PolicyQuestion & {
  /** The caller in the forms that policies use: ARNs, or a service such as `sns.amazonaws.com`. */
  readonly principals: readonly string[];
};

/** Evaluates the policy of a resource, given as JSON text. Invalid JSON allows nothing. */
export function resourceVerdict(
  text: string,
  { principals, ...question }: ResourceQuestion,
): Verdict {
  const named = statementsOf(parseJson(text)).filter(({ Principal: principal }) => {
    const names = principal === '*' ? ['*'] : Object.values(fieldsOf(principal)).flatMap(textsOf);
    return names.some((name) => name === '*' || principals.includes(name));
  });
  return evaluatePolicies([{ Statement: named }], question);
}

const VERDICTS = { allow: 'allowed', deny: 'forbidden', none: 'not-allowed' } as const;

function statementsOf(document: unknown): readonly Mapping[] {
  return oneOrMore(fieldsOf(document)['Statement']).map(fieldsOf);
}

const OPERATORS: Readonly<Record<string, (pattern: string, value: string) => boolean>> = {
  stringequals: (pattern, value) => pattern === value,
  stringlike: matchesWildcards,
  arnequals: matchesArn,
  arnlike: matchesArn,
  bool: (pattern, value) => pattern.toLowerCase() === value.toLowerCase(),
};

/** Every operator and every key must match. A key missing from the request matches only if the operator ends in IfExists. */
function meets(condition: Mapping, context: Readonly<Record<string, string>>): boolean {
  const values = new Map(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]));
  return Object.entries(condition).every(([operator, keys]) => {
    const [, name = '', ifExists] = /^(.*?)(ifexists)?$/.exec(operator.toLowerCase()) ?? [];
    const compare = OPERATORS[name];
    return Object.entries(fieldsOf(keys)).every(([key, patterns]) => {
      const value = values.get(key.toLowerCase());
      if (value === undefined) return ifExists !== undefined;
      return compare !== undefined && textsOf(patterns).some((pattern) => compare(pattern, value));
    });
  });
}

function fieldsOf(value: unknown): Mapping {
  return typeof value === 'object' && value !== null ? (value as Mapping) : {}; // because its values stay unknown
}

/** Matches an ARN against a pattern, as in `Resource` and in the condition ArnLike. */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const patterns = arnParts(pattern);
  const parts = arnParts(arn);
  // A pattern with fewer segments than an ARN is extended with wildcards: arn:aws:lambda:* matches every function. An ARN with
  // fewer segments than the pattern does not match.
  return (
    patterns.length <= parts.length &&
    parts.every((part, index) => matchesWildcards(patterns[index] ?? '*', part))
  );
}

export function includesArn(patterns: readonly string[], arn: string): boolean {
  return patterns.some((pattern) => matchesArn(pattern, arn));
}

/** Splits an ARN into its six segments; the last one may contain colons. */
function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
