// Decides whether the usage plan of an API key allows another request. As in API Gateway, there is a bucket of `burst` tokens
// that fills with `rate` tokens per second, and a count for each day, week or month. The real API Gateway counts on several
// servers at the same time and accepts a few more requests:
// docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
import type { GatewayErrorKind } from './gateway-errors.js';

/** The limits in `api_keys` of the configuration. */
export type UsageLimits = {
  readonly rate?: number;
  readonly burst?: number;
  readonly quota?: { readonly limit: number; readonly period: 'day' | 'week' | 'month' };
};

/** Counts a request at time `now`, in milliseconds since 1970. Returns why it is rejected; undefined if it is accepted. */
export type UsageMeter = (
  key: string,
  limits: UsageLimits,
  now: number,
) => Extract<GatewayErrorKind, 'throttled' | 'quotaExceeded'> | undefined;

type Usage = {
  tokens: number;
  filledAt: number;
  period: string;
  count: number;
};

export function createUsageMeter(): UsageMeter {
  const usages = new Map<string, Usage>();
  return (key, { rate, burst = 0, quota }, now) => {
    const usage = usages.get(key) ?? { tokens: burst, filledAt: now, period: '', count: 0 };
    usages.set(key, usage);
    if (rate !== undefined) {
      const seconds = Math.max(0, now - usage.filledAt) / 1000;
      usage.tokens = Math.min(burst, usage.tokens + seconds * rate);
      usage.filledAt = now;
      if (usage.tokens < 1) return 'throttled';
      usage.tokens -= 1;
    }
    if (!quota) return undefined;
    const period = beginOf(quota.period, new Date(now));
    if (usage.period !== period) Object.assign(usage, { period, count: 0 });
    if (usage.count >= quota.limit) return 'quotaExceeded';
    usage.count += 1;
    return undefined;
  };
}

/** Returns the UTC day on which the period begins. A week begins on Sunday. */
function beginOf(period: 'day' | 'week' | 'month', now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  if (period === 'week') day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  if (period === 'month') day.setUTCDate(1);
  return day.toISOString();
}
