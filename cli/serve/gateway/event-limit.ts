// The size limit of an event: Lambda counts the whole event as JSON
// (docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
import { createEventMaker } from './proxy-event.js';
import type { GatewayIdentity, Invocation } from './request.js';

/** The largest event of a synchronous invocation, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** A shorter body is never counted, because the limits of headers and path bound the rest of the event. */
const UNCOUNTED_BODY = 1024 * 1024;

/** Makes the test whether Lambda refuses the event of an invocation as too large. */
export function createEventLimit(identity: GatewayIdentity): (invocation: Invocation) => boolean {
  const toEvent = createEventMaker(identity);
  return (invocation) => {
    const { body } = invocation;
    if (body === undefined || body.length < UNCOUNTED_BODY) return false;
    // The length of the base64 body is computed, not encoded: base64 needs no escapes in JSON.
    const event = {
      ...toEvent({ ...invocation, body: undefined }),
      body: '',
      isBase64Encoded: true,
    };
    return Buffer.byteLength(JSON.stringify(event)) + base64Length(body.length) > MAX_EVENT_BYTES;
  };
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
