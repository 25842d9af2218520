// `request.signal`: aborts shortly before Lambda ends the function, while there is time to respond. The timer starts
// when a view reads the signal, and is cleared with the response.
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

/** Milliseconds that are left to respond. */
const RESERVE = 1000;

/** A handler whose requests know the remaining time. */
export function timed(handle: Handle): Handle {
  return async (event, context) => {
    const invocation: Invocation = { context };
    // Lambda passes on whatever it is sent.
    if (Object(event) === event) invocations.set(event, invocation);
    const answer = await handle(event, context);
    clearTimeout(invocation.timer);
    return answer;
  };
}

/** The signal of a request. Without a context, as in a call by hand, there is no limit and it never aborts. */
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
        controller.abort(
          new DOMException('The time of the function is nearly up.', 'TimeoutError'),
        );
      },
      Math.max(left - RESERVE, left / 2),
    ).unref();
  return controller.signal;
}

/** Lets the requests of an event know how much time is left, and whether their client has gone. */
export function limited(
  event: ProxyEvent,
  context: LambdaContext | undefined,
): { readonly abort: () => void; readonly end: () => void } {
  const invocation: Invocation = { context };
  invocations.set(event, invocation);
  return {
    abort: () => {
      signalOf(event);
      invocation.controller?.abort(new DOMException('The client has gone.', 'AbortError'));
    },
    end: () => {
      clearTimeout(invocation.timer);
    },
  };
}
