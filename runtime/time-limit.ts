// `request.signal`: aborts shortly before Lambda terminates the function, while there is still time to respond. The timer
// starts when a view reads the signal, and is cleared when the response is returned.
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';

type Invocation = {
  readonly context: LambdaContext | undefined;
  signal?: AbortSignal;
  timer?: NodeJS.Timeout;
  controller?: AbortController;
};

type Handle = (event: ProxyEvent, context?: LambdaContext) => Promise<ProxyResult>;

/** The contexts of current invocations, by their events. */
const invocations = new WeakMap<ProxyEvent, Invocation>();

/** Milliseconds that are reserved for sending the response. */
const RESERVE = 1000;

/** Wraps a handler so that the remaining time is known for each request. */
export function timed(handle: Handle): Handle {
  return async (event, context) => {
    const invocation: Invocation = { context };
    // Lambda passes on any event, which may not be an object.
    if (Object(event) === event) invocations.set(event, invocation);
    const answer = await handle(event, context);
    clearTimeout(invocation.timer);
    return answer;
  };
}

/** Returns the signal for a request. In a manual call without a context, there is no limit and the signal never aborts. */
export function signalOf(event: ProxyEvent): AbortSignal {
  const invocation = invocations.get(event) ?? { context: undefined };
  return (invocation.signal ??= signalBefore(invocation));
}

function signalBefore(invocation: Invocation): AbortSignal {
  const controller = new AbortController();
  if ($uses.code.$stream) invocation.controller = controller;
  const left = invocation.context?.getRemainingTimeInMillis();
  if (left !== undefined)
    invocation.timer = setTimeout(
      () => {
        controller.abort(new DOMException('The function is about to time out.', 'TimeoutError'));
      },
      Math.max(left - RESERVE, left / 2),
    ).unref();
  return controller.signal;
}

/** Sets the time limit of a request. `abort` aborts its signal because the client has disconnected; `end` stops the timer. */
export function limited(
  event: ProxyEvent,
  context: LambdaContext | undefined,
): { readonly abort: () => void; readonly end: () => void } {
  const invocation: Invocation = { context };
  invocations.set(event, invocation);
  return {
    abort: () => {
      signalOf(event);
      invocation.controller?.abort(new DOMException('The client has disconnected.', 'AbortError'));
    },
    end: () => {
      clearTimeout(invocation.timer);
    },
  };
}
