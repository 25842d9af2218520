// Handles EventBridge events that match a rule.
import { type CloudEventDict, busEventOf, deliverOne } from '../bus-event.js';
import type { EventAdapter } from '../adapter.js';
import { checkedPayload } from '../payload.js';
import type {
  EventDecorator,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { FunctionOptions } from '../../route-types/route-decorator.js';

/**
 * An event from an EventBridge bus.
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
  /** A time with a precision of one second, for example `2026-11-20T17:30:46Z`. */
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

  /** Returns the event in the format in which AWS sends it. */
  toDict(): CloudEventDict {
    return this.#dict;
  }
}

/** `app.onEvent`. */
export const busEvents: EventAdapter = {
  noun: 'bus',
  rank: 2,
  sourceOf: (event) => busEventOf(event) && '',
  deliver: (delivery) => {
    const dict = delivery.event as CloudEventDict; // because the event comes from a bus
    return deliverOne(
      {
        title: `event ${dict.id}`,
        read: async () =>
          new CloudEvent(
            dict,
            await checkedPayload(dict.detail, { member: 'detail', ...delivery }),
          ),
      },
      delivery,
    );
  },
};

/** The options of `app.onEvent`. */
export type RuleOptions = {
  /** The name or ARN of the bus; defaults to `default`, which receives the events from AWS services. */
  readonly bus?: NamedSource;
  /** If false, the rule is created disabled; defaults to true. */
  readonly enabled?: boolean;
  /** The description of the rule in the AWS console. */
  readonly description?: string;
  /**
   * What happens to an event whose payload does not match its type: by default it fails; with `drop` it is logged and treated
   * as processed.
   */
  readonly onInvalid?: OnInvalid;
} & FunctionOptions;

export interface RuleMembers {
  /**
   * Declares a function that receives the events on an EventBridge bus that match a pattern.
   * @example
   * ```ts
   * class Builds {
   *   @app.onEvent({ source: ['aws.codecommit'] })
   *   pushed(event: CloudEvent) {
   *     return event.detail;
   *   }
   * }
   * ```
   */
  onEvent(
    pattern: EventPattern,
    options?: RuleOptions,
  ): EventDecorator<CloudEvent, CloudEvent<unknown>, 'a CloudEvent'>;
}

export const UNBUILT_RULE: UnbuiltMember = { leading: 1, names: [] };
