// Waits until a new API responds, and until nobody calls a function that will be deleted. For several seconds after its first deployment, the gateway rejects every request with
// `{"message":"Forbidden"}`, and the printed URL should work.
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { STREAM_HANDLER } from '../../../config/stage-config.js';
import { accountIn, type Session } from '../../stage/session.js';
import type { Step } from '../../stage/run-steps.js';
import { apiAddress, apiIdIn } from './api-state.js';
import { publishId } from './api-steps.js';

const PAUSES: readonly number[] = [100, 100, 200, 400, 800, 1500, 2000, 2000, 2000, 2000];

/** Asks with one GET request. */
export async function askAddress(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    return await response.text();
  } catch {
    // This is not an error: the deploy itself is done.
    return undefined;
  }
}

const FORBIDDEN = /^\s*\{"message":\s*"Forbidden"\}\s*$/;

/** The step; none without a function that sends requests. */
export function liveSteps(session: Session): readonly Step[] {
  const { ask } = session;
  const { api } = session.plan;
  if (!ask || !api || api.action === 'unchanged' || api.action === 'delete') return [];
  // An earlier deploy may have created the API and been interrupted before this step.
  if (session.observed.api?.deployment) return [];
  const { stage, routes, settings } = api.api;
  // A private API always refuses this machine.
  if (settings.endpointType === 'PRIVATE') return [];
  return [
    {
      id: 'live',
      label: { verb: 'await', object: 'the API to respond' },
      dependsOn: [publishId],
      run: async () => {
        const { region, endpoint } = session.cloud;
        const { partition } = accountIn(session);
        const place = { id: apiIdIn(session), stage, region, partition, endpoint };
        const url = `${apiAddress(place)}${unroutedPath(routes.map(({ path }) => path))}`;
        const end = session.wait.for?.('the API to respond at its URL');
        try {
          for (const pause of PAUSES) {
            const answer = await ask(url);
            if (answer === undefined || !FORBIDDEN.test(answer)) return;
            await session.wait(pause);
          }
        } finally {
          end?.();
        }
      },
    },
  ];
}

/** A path with more segments than every route, so that no view is called. */
function unroutedPath(paths: readonly string[]): string {
  const depth = Math.max(...paths.map((path) => path.split('/').length));
  return Array.from({ length: depth + 1 }, () => 'is-live').join('/');
}

/** Milliseconds for which the gateway may go on with the earlier deployment. */
const HANDOVER = 5000;

/** The wait before the function of the streaming routes is deleted, which callers reach until the new routes are live. */
export function handoverSteps({ plan, desired, wait }: Session): readonly Step[] {
  const streams = functionNameOf(baseName(desired.app, desired.stage), STREAM_HANDLER);
  const isLeft = plan.functions.some(
    (change) => change.action === 'delete' && change.name === streams,
  );
  if (!isLeft || plan.api?.action !== 'update' || !plan.api.parts.includes('deployment')) return [];
  return [
    {
      id: 'handover',
      label: { verb: 'await', object: 'the new routes to be live' },
      dependsOn: [publishId],
      run: () => wait(HANDOVER),
    },
  ];
}
