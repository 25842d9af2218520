// Quotas that the desired state is known to break, before the first call is made.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { INLINE_LIMIT, sizeOf } from '../../../compiler/policy/document/size-limit.js';
import type { Desired } from '../desired/desired.js';
import { documentTooLarge, policyTooLong } from './quota-catalogue.js';

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const DOCUMENT_BYTES = 6 * 1024 * 1024;

export function checkQuotas(desired: Desired): readonly Diagnostic[] {
  return [...checkPolicies(desired), ...checkDocument(desired)];
}

function checkPolicies({ roles }: Desired): Diagnostic[] {
  return roles.flatMap(({ name, policy, policyFile }) => {
    const characters = sizeOf(policy);
    if (characters <= INLINE_LIMIT) return [];
    const data = { role: name, characters, quota: INLINE_LIMIT, file: policyFile };
    return [diagnose(policyTooLong, data, { at: undefined })];
  });
}

function checkDocument({ api }: Desired): Diagnostic[] {
  const bytes = Buffer.byteLength(JSON.stringify(api?.document ?? {}));
  if (!api || bytes <= DOCUMENT_BYTES) return [];
  const data = { bytes, quota: DOCUMENT_BYTES, routes: api.routes.length };
  return [diagnose(documentTooLarge, data, { at: undefined })];
}
