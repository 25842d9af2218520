// The account, region and time of sample events, and unique ids for each event.
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

/** A resource that the application declares. */
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

export function newId(): string {
  return randomUUID();
}

/** Returns the digits of a sequence number in the format that AWS uses. Each call returns a larger number. */
export function nextSequence(length: number): string {
  lastSequence += 1n;
  return lastSequence.toString().padStart(length, '0');
}

let lastSequence = 100n;

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
