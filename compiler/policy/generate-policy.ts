// The policy of a role, made of what the code that runs under it calls (spec 1.4, 2.6, 2.7).
import type { GeneratedPolicy } from './generated-policy.js';
import type { PolicyDocument } from './policy-document.js';
import type { SdkUses } from './sdk-use.js';

export type PolicyRequest = {
  readonly uses: SdkUses;
  /** The functions that have the role, by name; undefined: all code of the application. */
  readonly functions: readonly string[] | undefined;
  /** True when one of these functions is in a VPC. */
  readonly hasVpc: boolean;
  /** The policy that is written by hand and merged. */
  readonly base: PolicyDocument | undefined;
};

const LOG_ACTIONS = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
const LOG_RESOURCE = 'arn:*:logs:*:*:*';

/** Same request, same bytes: everything is sorted. */
export function generatePolicy(_request: PolicyRequest): GeneratedPolicy {
  return {
    document: {
      Version: '2012-10-17',
      Statement: [{ Sid: 'Logs', Effect: 'Allow', Action: LOG_ACTIONS, Resource: [LOG_RESOURCE] }],
    },
    reasons: LOG_ACTIONS.map((action) => ({
      action,
      resources: [LOG_RESOURCE],
      because: { kind: 'logs' },
    })),
    diagnostics: [],
  };
}
