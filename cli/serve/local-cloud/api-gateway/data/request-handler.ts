// Handles a request to a stage: finds the resource, checks access, calls the integration.
import { isWellFormedQuery } from '../../../gateway/query-string.js';
import type { HttpAnswer } from '../../../gateway/index.js';
import type { Store } from '../control/store.js';
import { createAdmission } from './admission.js';
import { errorAnswer } from './api-errors.js';
import type { ApiRefusal } from './api-errors.js';
import type { ApiRequest } from './api-request.js';
import type { DataPlanePorts } from './data-plane.js';
import { invokeFunction } from './lambda-integration.js';
import { streamFunction, type StreamedAnswer } from './stream-integration.js';
import { answerMock } from './mock-integration.js';
import { refusedByPolicy } from './resource-policy.js';
import { findRoute } from './resource-tree.js';
import type { RouteMatch } from './resource-tree.js';
import type { ServedStage } from './served-stage.js';
import { createThrottle } from './throttle.js';

/** A request and the resource method that it matches. */
export type RoutedRequest = {
  readonly request: ApiRequest;
  readonly served: ServedStage;
  readonly route: RouteMatch;
};

export function createRequestHandler(
  store: Store,
  ports: DataPlanePorts,
): (request: ApiRequest, served: ServedStage) => Promise<HttpAnswer | StreamedAnswer> {
  const admit = createAdmission(store, ports);
  const throttle = createThrottle();

  const answer = async (
    request: ApiRequest,
    served: ServedStage,
  ): Promise<HttpAnswer | StreamedAnswer | ApiRefusal> => {
    if (!isWellFormedQuery(request.query)) return { kind: 'refused', error: 'badRequest' };
    const { definition } = served.deployment;
    const route = findRoute(definition.resources, request.method, request.path);
    if (!route) return { kind: 'refused', error: 'missingAuthenticationToken' };
    const routed = { request, served, route };
    const refusal = refusedByPolicy(routed, store);
    if (refusal) return refusal;
    const tooMany = throttle(served.stage, store.clock.now());
    if (tooMany) return tooMany;
    const admission = await admit(routed);
    if (admission.kind === 'refused') return admission;
    const { integration } = route.method;
    if (!integration) return { kind: 'refused', error: 'misconfigured' };
    if (integration.kind === 'mock') return answerMock(integration, routed);
    const invoking = { ...ports, store, access: admission.access };
    return integration.mode === 'STREAM'
      ? streamFunction(integration, routed, invoking)
      : invokeFunction(integration, routed, invoking);
  };

  return async (request, served) => {
    const result = await answer(request, served);
    return 'kind' in result ? errorAnswer(result, request, served.deployment.definition) : result;
  };
}
