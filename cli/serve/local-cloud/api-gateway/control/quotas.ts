// The quotas of management calls: the number of calls of a kind per period, for the whole account
// (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). Tests enable them explicitly.
import type { CloudClock } from '../../service.js';
import { RefusedCall } from '../../refused-call.js';

/** The minimum interval in milliseconds between two calls that share a quota. */
const INTERVALS: Readonly<Record<string, { readonly shared: string; readonly interval: number }>> =
  {
    CreateRestApi: { shared: 'create', interval: 3000 },
    ImportRestApi: { shared: 'create', interval: 3000 },
    PutRestApi: { shared: 'put', interval: 1000 },
    DeleteRestApi: { shared: 'delete', interval: 30_000 },
    CreateDomainName: { shared: 'domain', interval: 30_000 },
    DeleteDomainName: { shared: 'delete-domain', interval: 30_000 },
    UpdateUsagePlan: { shared: 'plan', interval: 20_000 },
    CreateDeployment: { shared: 'deploy', interval: 5000 },
  };

/** Returns a function that throws if a call arrives too early. */
export function createQuotas(clock: CloudClock): (operation: string) => void {
  const free = new Map<string, number>();
  return (operation) => {
    const quota = INTERVALS[operation];
    if (!quota) return;
    const now = clock.now();
    const from = free.get(quota.shared) ?? now;
    if (from > now) throw tooManyRequests(from - now);
    free.set(quota.shared, now + clock.scaled(quota.interval));
  };
}

function tooManyRequests(milliseconds: number): RefusedCall {
  return new RefusedCall({
    status: 429,
    code: 'TooManyRequestsException',
    message: 'Too Many Requests',
    // The real service sends whole seconds; scaled times need fractions.
    headers: { 'Retry-After': String(Math.ceil(milliseconds) / 1000) },
  });
}
