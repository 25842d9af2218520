// The event of a request, for a test that calls a handler of `createHandler` itself.
import { randomUUID } from 'node:crypto';
import type { ProxyEvent } from '../../../../runtime/contract/proxy-event.js';
import { captureNames } from '../../../../runtime/contract/paths.js';
import { createEventMaker } from '../../gateway/proxy-event.js';
import { rawRequest } from '../raw-request.js';
import type { RequestOptions } from '../test-client.js';
import { type EventPlace, placeOf } from '../../events/event-place.js';

export type ApiGatewayRequest = EventPlace &
  Omit<RequestOptions, 'as'> & {
    /** The path of the route, with its captures in braces. */
    readonly path: string;
    /** `GET` unless given. */
    readonly method?: string;
    /** The stage of the API; `api` unless given. */
    readonly stage?: string;
  };

/** The event that a REST API makes of a request it admits. */
export function apiGateway(request: ApiGatewayRequest): ProxyEvent {
  const { path, method = 'GET', stage = 'api', params = {} } = request;
  const { region, account, time } = placeOf(request);
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
