// `events`: the events that AWS services send to Lambda functions, with all their fields.
import { randomUUID } from 'node:crypto';
import { captureNames } from '../../../runtime/contract/paths.js';
import type { ProxyEvent } from '../../../runtime/contract/proxy-event.js';
import { type EventPlace, withDefaults } from '../events/event-place.js';
import type { SampleEvents } from '../events/local-kind.js';
import { SAMPLES } from '../events/local-kinds.js';
import { createEventMaker } from '../gateway/proxy-event.js';
import { rawRequest } from './raw-request.js';
import type { RequestOptions } from './test-client.js';

export type ApiGatewayRequest = EventPlace &
  Omit<RequestOptions, 'as'> & {
    /** The path of the route, with its captures in braces. */
    readonly path: string;
    /** Defaults to `GET`. */
    readonly method?: string;
    /** The stage of the API; defaults to `api`. */
    readonly stage?: string;
  };

function apiGateway(request: ApiGatewayRequest): ProxyEvent {
  const { path, method = 'GET', stage = 'api', params = {} } = request;
  const { region, account, time } = withDefaults(request);
  const { target, headers, body } = rawRequest(method, path, request);
  const [sentPath = '', query = ''] = target.split('?');
  const toEvent = createEventMaker({
    stage,
    accountId: account,
    apiId: 'testapi',
    region,
    scheme: 'https',
    port: 443,
  });
  return toEvent({
    requestId: randomUUID(),
    resource: path,
    method,
    path: sentPath,
    query,
    headers: ['Host', `testapi.execute-api.${region}.amazonaws.com`, ...headers],
    captures: captureNames(path).map((name) => encodeURIComponent(String(params[name] ?? ''))),
    body,
    sourceIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    time: time.getTime(),
    access: undefined,
  });
}

/** One function for each kind of event. All of them accept the account, the region and the time. */
// eslint-disable-next-line -- the reference lists the members of an interface, those that it extends too
export interface Events extends SampleEvents {
  /**
   * Creates the event that a REST API sends to a handler that `createHandler` returns.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.apiGateway({ path: '/cities/{city}', method: 'PUT', params: { city: 'oslo' }, json: {} });
   * ```
   */
  readonly apiGateway: (request: ApiGatewayRequest) => ProxyEvent;
}

/**
 * Creates sample events, as AWS services send them. Pass them to `client.invoke`, or to a function that you call directly.
 *
 * @example
 * ```ts
 * import { events, testApp } from 'framework/testing';
 *
 * const { client, close } = await testApp('./app.ts');
 * await client.invoke('resize', events.s3(['photos/oslo.png'], { bucket: 'photos' }));
 * await client.invoke('charge', events.sqs([{ body: { order: 7 } }, 'not JSON']));
 * await client.invoke('report', events.schedule());
 * await close();
 * ```
 */
export const events: Events = { apiGateway, ...SAMPLES };
