// The Lambda proxy integration: builds the event, invokes the function if its policy allows it, and builds the response from
// the result.
import { createEventMaker, headerValue, toAnswer } from '../../../gateway/index.js';
import type { Access, HttpAnswer } from '../../../gateway/index.js';
import type { FunctionInvoker, InvocationOutcome } from '../../service.js';
import type { Store } from '../control/store.js';
import type { LambdaIntegration } from '../definition/definition.js';
import { isFields } from '../fields.js';
import { resourceId } from '../identifiers.js';
import type { ApiRefusal } from './api-errors.js';
import { isBinary } from './binary-types.js';
import type { RoutedRequest } from './request-handler.js';

/** The principal that the policy of a function must allow. */
export const GATEWAY_PRINCIPAL = 'apigateway.amazonaws.com';

export type Invoking = {
  readonly functions: FunctionInvoker;
  readonly store: Store;
  readonly access: Access | undefined;
  readonly patience: (milliseconds: number) => number;
};

export async function invokeFunction(
  integration: LambdaIntegration,
  routed: RoutedRequest,
  invoking: Invoking,
): Promise<HttpAnswer | ApiRefusal> {
  // Lambda can be invoked only with POST.
  if (integration.httpMethod !== 'POST') return { kind: 'refused', error: 'misconfigured' };
  const outcome = await within(
    invoking.patience(integration.timeout),
    invoking.functions.invoke(callOf(integration, routed, invoking)),
  );
  if (outcome === undefined) return { kind: 'refused', error: 'integrationTimedOut' };
  return readOutcome(outcome, routed);
}

/** Returns the Lambda invocation for a request. */
export function callOf(
  { functionArn: arn }: LambdaIntegration,
  routed: RoutedRequest,
  { store, access }: Pick<Invoking, 'store' | 'access'>,
): Parameters<FunctionInvoker['invoke']>[0] {
  const { request, served, route } = routed;
  const place = `${served.api.id}/${served.stage.name}/${request.method}${route.resource.path}`;
  return {
    arn,
    event: makeEvent(routed, store, access),
    principal: GATEWAY_PRINCIPAL,
    sourceArn: `arn:aws:execute-api:${store.region}:${store.account}:${place}`,
  };
}

/**
 * Resolves with the value, or undefined after the timeout. The timeout is not scaled, because functions run at their own speed.
 */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the event. The body is base64 if the type of the request is binary, otherwise text. */
function makeEvent(
  { request, served, route }: RoutedRequest,
  store: Store,
  access: Access | undefined,
): unknown {
  const { api, stage, deployment } = served;
  const toEvent = createEventMaker({
    stage: stage.name,
    accountId: store.account,
    apiId: api.id,
    region: store.region,
    scheme: 'https',
    port: 443,
  });
  const { resource, captures } = route;
  const event = toEvent({
    ...request,
    path: request.mappedPath ?? request.path,
    resource: resource.path,
    captures: Object.values(captures),
    access,
  });
  const type = headerValue(request.headers, 'content-type');
  const isBase64Encoded =
    request.body !== undefined && isBinary(deployment.definition.binaryMediaTypes, type);
  return {
    ...event,
    pathParameters: Object.keys(captures).length > 0 ? captures : null,
    stageVariables: Object.keys(stage.variables).length > 0 ? stage.variables : null,
    requestContext: {
      ...event.requestContext,
      resourceId: resourceId(api.id, resource.path),
      deploymentId: deployment.id,
      ...(request.mappedPath !== undefined && { path: request.mappedPath }),
    },
    body: isBase64Encoded ? event.body : (request.body?.toString('utf8') ?? null),
    isBase64Encoded,
  };
}

function readOutcome(
  outcome: InvocationOutcome,
  { request, served }: RoutedRequest,
): HttpAnswer | ApiRefusal {
  switch (outcome.kind) {
    // The real gateway sends the same response for all of these, and the log of the function is empty.
    case 'forbidden':
    case 'missing':
    case 'throttled':
      return { kind: 'refused', error: 'misconfigured' };
    case 'tooLong':
      return { kind: 'refused', error: 'eventTooLong' };
    case 'failed':
      return { kind: 'refused', error: 'integrationFailed' };
    case 'returned': {
      const accept = headerValue(request.headers, 'accept');
      const isDecoded = isBinary(served.deployment.definition.binaryMediaTypes, accept);
      // A streaming handler returns its metadata followed by its body, which together are not JSON.
      const result = outcome.isStreamed ? undefined : readJson(outcome.payload);
      const answer = toAnswer(
        isDecoded || !isFields(result) ? result : { ...result, isBase64Encoded: false },
        request,
      );
      return 'kind' in answer ? { kind: 'refused', error: 'integrationFailed' } : answer;
    }
  }
}

function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}
