// Account, region and time of sample events, and values that are different in each.
import { createHash, randomUUID } from 'node:crypto';

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
