// Which changed functions API Gateway is to be allowed to call.
import type { FunctionChange } from '../plan/plan.js';
import type { Session } from './session.js';

export type Called = Exclude<FunctionChange, { readonly action: 'delete' | 'unchanged' }>;

export function isCalled(change: FunctionChange, session: Session): change is Called {
  if (change.action === 'delete' || change.action === 'unchanged') return false;
  if (change.action === 'update' && !change.parts.includes('permissions')) return false;
  return hasApi(session) && change.function.invokedAs.length > 0;
}

export function hasApi({ plan }: Session): boolean {
  return plan.api !== undefined && plan.api.action !== 'delete';
}
