// IAM authorization: verifies the signature with the secret of its access key, and evaluates the policies of a role.
import type { AuthorizationRequest, Verdict } from '../../../gateway/index.js';
import { readSignature } from '../../../gateway/authorizers/signature-parts.js';
import { checkSignature } from '../../../gateway/authorizers/signature.js';
import type { Store } from '../control/store.js';
import type { ApiRefusal } from './api-errors.js';
import type { DataPlanePorts } from './data-plane.js';

export async function checkCaller(
  request: AuthorizationRequest,
  { account, region }: Store,
  { credentialsOf, roles }: DataPlanePorts,
): Promise<Verdict | ApiRefusal> {
  const parts = readSignature(request);
  if (parts.kind === 'absent') return { kind: 'refused', error: 'missingAuthenticationToken' };
  if (parts.kind === 'incomplete') {
    return { kind: 'refused', error: 'incompleteSignature', message: parts.message };
  }
  const credentials = credentialsOf(parts.accessKeyId);
  if (!credentials) return { kind: 'refused', error: 'unknownAccessKey' };
  if (parts.region !== region) {
    const message = `Credential should be scoped to a valid region, not '${parts.region}'. `;
    return { kind: 'refused', error: 'invalidSignature', message };
  }
  const verdict = await checkSignature(request, credentials, account);
  const { roleArn } = credentials;
  if (verdict.kind === 'refused' || roleArn === undefined) return verdict;
  if (roles.allows(roleArn, ACTION, request.methodArn)) return verdict;
  const message = `User: ${roleArn} is not authorized to perform: ${ACTION} on resource: ${request.methodArn}`;
  return { kind: 'refused', error: 'accessDenied', message };
}

const ACTION = 'execute-api:Invoke';
