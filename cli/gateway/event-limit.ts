// How much Lambda takes of a request: the whole event counts, as the JSON that it travels as
// (docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
import { createEventMaker } from './proxy-event.js';
import type { GatewayIdentity, Invocation } from './request.js';

/** The largest event of a function that is waited for, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Below this a body cannot matter: what else an event holds is bounded by the limits of headers and path. */
const UNCOUNTED_BODY = 1024 * 1024;

/** Makes the question whether the event of an invocation is one that Lambda refuses. */
export function createEventLimit(identity: GatewayIdentity): (invocation: Invocation) => boolean {
  const toEvent = createEventMaker(identity);
  return (invocation) => {
    const { body } = invocation;
    if (body === undefined || body.length < UNCOUNTED_BODY) return false;
    // The body is not encoded for this: base64 needs no escapes in JSON, so that its length is known.
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
