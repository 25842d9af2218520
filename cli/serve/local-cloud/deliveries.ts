// What services send to functions by themselves: each event is invoked with, when the policy of the function allows it, and noted.
import type { FunctionInvoker } from './service.js';

export type Sending = {
  readonly principal: string;
  /** The ARN on whose behalf it is sent. */
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly event: unknown;
  /** What the role says that the service takes on; without it the policy of the function counts. */
  readonly isPermitted?: boolean;
};

/** An event that a service has sent, and what came of it. */
export type Delivery = Omit<Sending, 'event' | 'isPermitted'> & {
  readonly outcome: 'returned' | 'failed' | 'forbidden' | 'missing' | 'throttled' | 'tooLong';
  /** What the function returned, as JSON text; empty when it was not called. */
  readonly payload: string;
};

export type Deliveries = {
  /** Sends in the background, as services do. */
  readonly send: (sending: Sending) => void;
  readonly list: () => readonly Delivery[];
  /** Ends when everything that was sent has come to its end. */
  readonly settle: () => Promise<void>;
};

export function createDeliveries(functions: FunctionInvoker): Deliveries {
  const done: Delivery[] = [];
  const open = new Set<Promise<void>>();
  const deliver = async ({
    functionArn,
    event,
    isPermitted,
    ...origin
  }: Sending): Promise<void> => {
    const ended =
      isPermitted === false
        ? ({ kind: 'forbidden' } as const)
        : await functions.invoke({
            arn: functionArn,
            event,
            ...origin,
            ...(isPermitted === true && { isPermitted }),
          });
    const payload = 'payload' in ended ? ended.payload : '';
    done.push({ ...origin, functionArn, outcome: ended.kind, payload });
  };
  return {
    send: (sending) => {
      const one = deliver(sending).finally(() => open.delete(one));
      open.add(one);
    },
    list: () => [...done],
    settle: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
