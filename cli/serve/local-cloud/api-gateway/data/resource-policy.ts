// Checks who can call an API at all: its resource policy, and the VPC endpoint of a private API
// (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html).
import { methodArnOf } from '../../../gateway/authorization.js';
import { headerValue } from '../../../gateway/index.js';
import { evaluatePolicies } from '../../policy/evaluate-policies.js';
import type { Store } from '../control/store.js';
import type { ApiRefusal } from './api-errors.js';
import type { RoutedRequest } from './request-handler.js';

const ACTION = 'execute-api:Invoke';

/** Returns undefined if the request may proceed. A VPC endpoint identifies itself in a header, as the real ones do. */
export function refusedByPolicy(
  { request, served }: RoutedRequest,
  { region, account }: Store,
): ApiRefusal | undefined {
  const { api, deployment, stage } = served;
  const endpoint = headerValue(request.headers, 'x-amzn-vpce-id');
  if (api.endpointType === 'PRIVATE') {
    const isThere = api.vpcEndpointIds.length === 0 || api.vpcEndpointIds.includes(endpoint ?? '');
    if (endpoint === undefined || !isThere) return { kind: 'refused', error: 'forbidden' };
  }
  const { policy } = deployment.definition;
  if (policy === undefined) return undefined;
  const resource = methodArnOf({
    region,
    accountId: account,
    apiId: api.id,
    stage: stage.name,
    method: request.method,
    path: request.path,
  });
  const context = endpoint === undefined ? {} : { 'aws:SourceVpce': endpoint };
  const verdict = evaluatePolicies([JSON.parse(policy)], { action: ACTION, resource, context });
  if (verdict === 'allowed') return undefined;
  const message = `User: anonymous is not authorized to perform: ${ACTION} on resource: ${resource}`;
  return { kind: 'refused', error: 'accessDenied', message };
}
