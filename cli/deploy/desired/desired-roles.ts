// The roles of the desired state.
import type { PolicyDocument } from '../../../compiler/policy/policy-document.js';
import type { Tags } from '../../cloud/cloud.js';
import type { RolePolicies, RolePolicy } from '../../policy/role-policy.js';
import type { DesiredRole } from './desired.js';

/** Lambda may take the role on. */
const TRUST: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Lambda',
      Effect: 'Allow',
      Principal: { Service: 'lambda.amazonaws.com' },
      Action: ['sts:AssumeRole'],
    },
  ],
};

/** One role for each policy, by name. */
export function desiredRoles(policies: RolePolicies, tags: Tags): readonly DesiredRole[] {
  return Object.entries(policies)
    .map(([name, policy]) => ({ name, trust: TRUST, ...contentOf(policy), tags }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function contentOf(policy: RolePolicy): Pick<DesiredRole, 'policy' | 'generated' | 'policyFile'> {
  if (policy.kind === 'file') {
    return { policy: policy.document, generated: undefined, policyFile: policy.path };
  }
  const { generated } = policy;
  return { policy: generated.document, generated, policyFile: undefined };
}
