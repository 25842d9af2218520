// Sends the events that AWS services send to functions and queues. An event is sent if the target's policy or the sender's role
// allows it, and is recorded. The cloud of `framework cloud` retries failed events, as Lambda does:
// docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
import type { CloudClock, FunctionInvoker, InvocationOutcome } from './service.js';
import type { deliverMessage, NewMessage } from './sqs/queue-store.js';

export type Sending = {
  readonly principal: string;
  /** The ARN of the resource that sends the event. */
  readonly sourceArn: string;
  /** The ARN of a function or a queue. */
  readonly functionArn: string;
  readonly event: unknown;
  /** True if the role that the service assumes allows the call. If undefined, the policy of the target decides. */
  readonly isPermitted?: boolean;
  /** The message for a queue, if it differs from the event. */
  readonly message?: NewMessage;
};

export type Delivery = Omit<Sending, 'event' | 'isPermitted' | 'message'> & {
  readonly outcome: InvocationOutcome['kind'];
  /** The return value of the function, as JSON text; empty if the function was not called. */
  readonly payload: string;
};

export type QueueDelivery = (
  target: Parameters<typeof deliverMessage>[1],
  message: NewMessage,
) => ReturnType<typeof deliverMessage>;

export type Deliveries = {
  /** Sends an event in the background, as services do. */
  readonly send: (sending: Sending) => void;
  readonly list: () => readonly Delivery[];
  /** Resolves when all events that were sent are complete. */
  readonly settle: () => Promise<void>;
  readonly close: () => void;
};

/** An event that has been accepted but not completed. It is plain data, so that it can be resumed after a restart. */
export type Waiting = {
  readonly sending: Sending;
  readonly tried: Tried;
  readonly dueAt: number;
};

type Ports = {
  readonly waiting: Set<Waiting>;
  readonly functions: FunctionInvoker;
  readonly deliver: QueueDelivery;
  readonly clock: CloudClock;
  /** True to retry failed events, and to keep only the newest deliveries in `list`. */
  readonly isLive: boolean;
};

/** Lambda waits one minute before the first retry and two before the second, which is too long for local development. */
const RETRY_AFTER = [1000, 2000];
/** A throttled event is retried for six hours, with growing delays of at most a minute. */
const LONGEST_THROTTLE = 60_000;
const THROTTLED_FOR = 21_600_000;
const MOST_NOTED = 100;

export function createDeliveries(ports: Ports): Deliveries {
  const { functions, deliver, clock, isLive, waiting } = ports;
  const done: Delivery[] = [];
  const open = new Set<Promise<void>>();
  const timers = new Set<() => void>();
  let isClosed = false;

  const once = async (sending: Sending): Promise<InvocationOutcome> => {
    const { functionArn: arn, event, isPermitted, message, principal, sourceArn } = sending;
    if (isPermitted === false) return { kind: 'forbidden' };
    if (arn.includes(':sqs:')) {
      const body = message ?? { body: JSON.stringify(event) };
      const kind = deliver({ arn, principal, sourceArn, isPermitted }, body);
      return kind === 'returned' ? { kind, payload: '' } : { kind };
    }
    const invoked = functions.invoke({
      ...{ arn, event, principal, sourceArn },
      ...(isPermitted === true && { isPermitted }),
    });
    // If a function cannot be started, its event fails, but the cloud keeps running.
    return invoked.catch((error: unknown) => ({ kind: 'failed', payload: String(error) }));
  };
  const later = (milliseconds: number, run: () => void): void => {
    if (isClosed) return;
    const cancel = clock.after(milliseconds, () => {
      timers.delete(cancel);
      run();
    });
    timers.add(cancel);
  };
  const again = (milliseconds: number, sending: Sending, tried: Tried): void => {
    const one = { sending, tried, dueAt: clock.now() + milliseconds };
    waiting.add(one);
    later(milliseconds, () => begin(one));
  };
  const attempt = async ({ sending, tried }: Waiting): Promise<void> => {
    const ended = await once(sending);
    const { event: _event, isPermitted: _isPermitted, message: _message, ...origin } = sending;
    done.push({ ...origin, outcome: ended.kind, payload: 'payload' in ended ? ended.payload : '' });
    if (!isLive) return;
    done.splice(0, done.length - MOST_NOTED);
    const pause = RETRY_AFTER[tried.failures];
    if (ended.kind === 'failed' && pause !== undefined)
      again(pause, sending, { ...tried, failures: tried.failures + 1 });
    if (ended.kind === 'throttled' && clock.now() - tried.since < THROTTLED_FOR) {
      const delay = Math.min(1000 * 2 ** tried.throttles, LONGEST_THROTTLE);
      again(delay, sending, { ...tried, throttles: tried.throttles + 1 });
    }
  };
  const begin = (item: Waiting): void => {
    waiting.add(item);
    const one = attempt(item).finally(() => {
      open.delete(one);
      waiting.delete(item);
    });
    open.add(one);
  };
  // The delay of at least one second lets the cloud start listening first.
  for (const one of waiting) later(Math.max(one.dueAt - clock.now(), 1000), () => begin(one));
  return {
    send: (sending) => {
      const now = clock.now();
      begin({ sending, tried: { failures: 0, throttles: 0, since: now }, dueAt: now });
    },
    list: () => [...done],
    settle: async () => {
      while (open.size > 0) await Promise.all(open);
    },
    close: () => {
      isClosed = true;
      for (const cancel of timers) cancel();
    },
  };
}

type Tried = { readonly failures: number; readonly throttles: number; readonly since: number };
