// What has to happen to the REST API.
import type { Desired } from '../desired/desired.js';
import { ownTagOf } from '../desired/own-tag.js';
import type { Observed } from '../observed/observed.js';
import type { ApiChange, ApiPart } from './plan.js';

/** Undefined when there is none and there should be none. */
export function planApi({ api }: Desired, { api: observed }: Observed): ApiChange | undefined {
  if (!api) return observed && { action: 'delete', observed };
  if (!observed) return { action: 'create', api };
  // What an interrupted deploy has put and not published is put again.
  const isDeployed = observed.deployment?.hash === api.hash;
  const hasOtherTag = observed.tag !== undefined && observed.tag !== ownTagOf(api.tags);
  const parts: ApiPart[] = [
    ...(isDeployed ? [] : (['document', 'deployment'] as const)),
    ...(hasOtherTag ? (['tags'] as const) : []),
    ...(observed.otherStages.length > 0 ? (['stages'] as const) : []),
  ];
  if (parts.length === 0) return { action: 'unchanged', api, observed };
  return { action: 'update', api, observed, parts };
}
