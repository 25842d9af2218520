// Quotas that the desired state is known to break, before the first call is made.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Desired } from '../desired/desired.js';
import { documentTooLarge, policyTooLong } from './quota-catalogue.js';

/** All inline policies of a role: docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const POLICY_CHARACTERS = 10_240;
/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const DOCUMENT_BYTES = 6 * 1024 * 1024;

export function checkQuotas(desired: Desired): readonly Diagnostic[] {
  return [...checkPolicies(desired), ...checkDocument(desired)];
}

function checkPolicies({ roles }: Desired): Diagnostic[] {
  return roles.flatMap(({ name, policy, policyFile }) => {
    const characters = JSON.stringify(policy).length;
    if (characters <= POLICY_CHARACTERS) return [];
    const data = { role: name, characters, quota: POLICY_CHARACTERS, file: policyFile };
    return [diagnose(policyTooLong, data, { at: undefined })];
  });
}

function checkDocument({ api }: Desired): Diagnostic[] {
  const bytes = Buffer.byteLength(JSON.stringify(api?.document ?? {}));
  if (!api || bytes <= DOCUMENT_BYTES) return [];
  const data = { bytes, quota: DOCUMENT_BYTES, routes: api.routes.length };
  return [diagnose(documentTooLarge, data, { at: undefined })];
}
