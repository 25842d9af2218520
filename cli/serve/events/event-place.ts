// What sample events of several kinds have in common: their account, region and time, unique ids, and the events of EventBridge.
import { createHash, randomUUID } from 'node:crypto';
import { LOCAL_PLACE } from '../../../runtime/contract/resources.js';

/** The region and account of an event; defaults to `us-east-1` and the account in the AWS documentation. */
export type EventPlace = {
  readonly region?: string;
  readonly account?: string;
  /** The time of the event; defaults to now. */
  readonly time?: Date;
};

export function withDefaults({
  region = 'us-east-1',
  account = '123456789012',
  time = new Date(),
}: EventPlace): Required<EventPlace> {
  return { region, account, time };
}

type DeclaredResource = { readonly $name: string };

/** Returns the name, region and account of an event's sender. A declared resource has its own region and account. */
export function senderOf(
  given: string | DeclaredResource | undefined,
  missing: string,
  location: EventPlace,
): Required<EventPlace> & { readonly name: string } {
  if (typeof given !== 'object') return { ...withDefaults(location), name: given ?? missing };
  const { account, region } = LOCAL_PLACE;
  return { ...withDefaults({ account, region, ...location }), name: given.$name };
}

export const newId: () => string = randomUUID;

/** Returns the digits of a sequence number in the format that AWS uses. Each call returns a larger number. */
export function nextSequence(length: number): string {
  lastSequence += 1n;
  return lastSequence.toString().padStart(length, '0');
}

let lastSequence = 100n;

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

// EventBridge events: docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html

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
