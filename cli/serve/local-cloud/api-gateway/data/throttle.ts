// The throttling of a stage for all callers together: a token bucket with the burst as its capacity, refilled at the rate
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html). The limits are shared by all
// methods. The real service counts on several servers at the same time, so it accepts a few more requests.
import type { Stage } from '../control/store.js';
import type { ApiRefusal } from './api-errors.js';

export type Throttle = (stage: Stage, now: number) => ApiRefusal | undefined;

type Bucket = { tokens: number; filledAt: number };

const UNLIMITED = -1;

export function createThrottle(): Throttle {
  const buckets = new WeakMap<Stage, Bucket>();
  return (stage, now) => {
    const { rateLimit = UNLIMITED, burstLimit = UNLIMITED } = stage.methodSettings['*/*'] ?? {};
    if (rateLimit === UNLIMITED || burstLimit === UNLIMITED) return undefined;
    const { tokens, filledAt } = buckets.get(stage) ?? { tokens: burstLimit, filledAt: now };
    const filled = Math.min(burstLimit, tokens + ((now - filledAt) / 1000) * rateLimit);
    const isTaken = filled >= 1;
    buckets.set(stage, { tokens: isTaken ? filled - 1 : filled, filledAt: now });
    return isTaken ? undefined : { kind: 'refused', error: 'throttled' };
  };
}
