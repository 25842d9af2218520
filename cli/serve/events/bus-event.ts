// EventBridge events: docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html
import { type EventPlace, newId, withDefaults } from './event-place.js';

/** `D` is the type of `detail`, and `T` is the type of `detail-type`. */
export type BusEvent<D, T extends string = string> = {
  readonly version: string;
  readonly id: string;
  readonly 'detail-type': T;
  readonly source: string;
  readonly account: string;
  /** With a precision of seconds, for example `2026-11-20T17:30:46Z`. */
  readonly time: string;
  readonly region: string;
  readonly resources: string[];
  readonly detail: D;
};

export type BusEventOptions<D, T extends string> = EventPlace & {
  readonly source: string;
  readonly detailType: T;
  readonly detail: D;
  readonly resources?: readonly string[];
};

/** Creates the event that a rule sends for an event on a bus. */
export function busEvent<D, T extends string>(options: BusEventOptions<D, T>): BusEvent<D, T> {
  const { region, account, time } = withDefaults(options);
  return {
    version: '0',
    id: newId(),
    'detail-type': options.detailType,
    source: options.source,
    account,
    time: time.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region,
    resources: [...(options.resources ?? [])],
    detail: options.detail,
  };
}
