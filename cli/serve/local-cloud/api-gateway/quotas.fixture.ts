// The quotas for management calls to API Gateway: the number of calls of a kind per period, for the whole account
// (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
import { throttle } from '../server/faults.fixture.js';
import type { CloudClock, Refusal } from '../service.js';

/** The minimum interval in milliseconds between two calls that share a quota. */
const INTERVALS: Readonly<Record<string, { readonly shared: string; readonly interval: number }>> =
  {
    CreateRestApi: { shared: 'create', interval: 3000 },
    PutRestApi: { shared: 'put', interval: 1000 },
    DeleteRestApi: { shared: 'delete', interval: 30_000 },
    CreateDomainName: { shared: 'domain', interval: 30_000 },
    DeleteDomainName: { shared: 'delete-domain', interval: 30_000 },
    UpdateUsagePlan: { shared: 'plan', interval: 20_000 },
    CreateDeployment: { shared: 'deploy', interval: 5000 },
  };

/** Returns a function that counts a call, and returns an error if it arrives too early. */
export function createQuotas(clock: CloudClock): (operation: string) => Refusal | undefined {
  const free = new Map<string, number>();
  return (operation) => {
    const quota = INTERVALS[operation];
    if (!quota) return undefined;
    const now = clock.now();
    const from = free.get(quota.shared) ?? now;
    if (from > now) return tooManyRequests(from - now);
    free.set(quota.shared, now + clock.scaled(quota.interval));
    return undefined;
  };
}

function tooManyRequests(milliseconds: number): Refusal {
  // The real service sends whole seconds. Scaled times need fractions.
  const headers = { 'Retry-After': String(Math.ceil(milliseconds) / 1000) };
  return { ...throttle('apigateway'), headers };
}
