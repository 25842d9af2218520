// An EventBridge event, as a function receives it.
import type { CloudEventDict } from '../bus-event.js';

/**
 * An event of an EventBridge bus.
 *
 * @example
 * ```ts
 * import { Framework, type CloudEvent } from 'framework';
 *
 * export const app = new Framework({ appName: 'builds' });
 *
 * export const pushed = app.onEvent({ source: ['aws.codecommit'] })(
 *   (event: CloudEvent<{ repositoryName: string }>) => {
 *     app.log.info(event.detailType, event.detail.repositoryName);
 *   },
 * );
 * ```
 */
export class CloudEvent<Detail = Readonly<Record<string, unknown>>> {
  readonly version: string;
  readonly eventId: string;
  readonly detailType: string;
  readonly source: string;
  readonly account: string;
  /** To the second: `2026-11-20T17:30:46Z`. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Detail;

  readonly #dict: CloudEventDict;

  /** @internal */
  constructor(dict: CloudEventDict, detail: Detail) {
    this.version = dict.version;
    this.eventId = dict.id;
    this.detailType = dict['detail-type'];
    this.source = dict.source;
    this.account = dict.account;
    this.time = dict.time;
    this.region = dict.region;
    this.resources = dict.resources;
    this.detail = detail;
    this.#dict = dict;
  }

  /** The event as AWS sends it. */
  toDict(): CloudEventDict {
    return this.#dict;
  }
}
