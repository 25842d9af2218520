// The resource policy of an API: its format, and the ARN that the service puts before `execute-api:/`.
import { isFields } from '../fields.js';

export const INVALID_POLICY =
  'Invalid policy document. Please check the policy syntax and ensure that Principals are valid.';

export function isResourcePolicy(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { Statement } = value;
  const statements: readonly unknown[] = Array.isArray(Statement) ? Statement : [Statement];
  return (
    statements.length > 0 &&
    statements.every(
      (one) =>
        isFields(one) &&
        (one['Effect'] === 'Allow' || one['Effect'] === 'Deny') &&
        (one['Principal'] ?? one['NotPrincipal']) !== undefined &&
        one['Action'] !== undefined &&
        one['Resource'] !== undefined,
    )
  );
}

/** Returns the policy with full resource ARNs, as the service returns it. */
export function placedPolicy(policy: string, apiArn: string): string {
  return policy.replaceAll('"execute-api:/', `"${apiArn}/`);
}
