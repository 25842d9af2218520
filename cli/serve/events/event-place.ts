// Account, region and time of sample events, and values that are different in each.
import { createHash, randomUUID } from 'node:crypto';
import { LOCAL_PLACE } from '../../../runtime/contract/resources.js';

/** The region and account of an event: by default `us-east-1` and the account of the AWS documentation. */
export type EventPlace = {
  readonly region?: string;
  readonly account?: string;
  /** When it happened; defaults to now. */
  readonly time?: Date;
};

/** A place with its defaults. */
export function placeOf({
  region = 'us-east-1',
  account = '123456789012',
  time = new Date(),
}: EventPlace): Required<EventPlace> {
  return { region, account, time };
}

/** A resource that the application declares. */
type Declared = { readonly $name: string };

/** The name and the place of what sends an event: given by its name, or as a declared resource, which has a place of its own. */
export function senderOf(
  given: string | Declared | undefined,
  missing: string,
  place: EventPlace,
): Required<EventPlace> & { readonly name: string } {
  if (typeof given !== 'object') return { ...placeOf(place), name: given ?? missing };
  const { account, region } = LOCAL_PLACE;
  return { ...placeOf({ account, region, ...place }), name: given.$name };
}

/** A new id in the form of a UUID. */
export function newId(): string {
  return randomUUID();
}

/** Digits as AWS writes sequence numbers: they grow with each call. */
export function nextSequence(length: number): string {
  lastSequence += 1n;
  return lastSequence.toString().padStart(length, '0');
}

let lastSequence = 100n;

/** The MD5 of a string in hexadecimal. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
