// `events`: what AWS services send to lambda functions, field by field.
import type { ProxyEvent } from '../../../../runtime/contract/proxy-event.js';
import type { SampleEvents } from '../../events/local-kind.js';
import { SAMPLES } from '../../events/local-kinds.js';
import { type ApiGatewayRequest, apiGateway } from './api-gateway.js';

/** A function for each kind of event. Account, region and time can be given to all of them. */
// eslint-disable-next-line -- the reference lists the members of an interface, those that it extends too
export interface Events extends SampleEvents {
  /**
   * A request that a REST API hands over, for a handler of `createHandler`.
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
 * Sample events as AWS services send them, for `client.invoke` or a function that is called directly.
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
