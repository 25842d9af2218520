// Whether the resources of a statement include an ARN, as IAM decides it: `*` and `?` in each segment, the last of which is
// everything behind the fifth colon. Written apart from the code that makes the patterns.

export function includesArn(patterns: readonly string[], arn: string): boolean {
  return patterns.some((pattern) => pattern === '*' || matches(segments(pattern), segments(arn)));
}

function matches(pattern: readonly string[], arn: readonly string[]): boolean {
  return (
    pattern.length === arn.length &&
    pattern.every((segment, index) => includesText(segment, arn[index] ?? ''))
  );
}

function segments(arn: string): readonly string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}

function includesText(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
