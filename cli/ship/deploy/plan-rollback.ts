// Plans a rollback: what goes back when the last deploy is undone, as the records in the cloud say. Reads only.
import { REVERSED_TYPES } from '../resources/registry.js';
import { makeState, mergeParts } from '../stage/make-state.js';
import type {
  HistorySearch,
  PromisesOf,
  ResourceRollback,
  Return,
  RollbackRequest,
} from '../stage/resource-type.js';
import type { StageHistory } from '../stage/states.js';
import { type Step, stepsAfter } from '../stage/step.js';

/** What was made last goes back first, so that no route is open whose view is gone. */
const ROLLBACKS: readonly ResourceRollback[] = REVERSED_TYPES.flatMap(
  ({ rollback }) => rollback ?? [],
);

/** Undefined when nothing of the stage is there. */
export async function readHistory(
  search: Omit<HistorySearch, 'history'>,
): Promise<StageHistory | undefined> {
  const readings = makeState<HistorySearch, PromisesOf<StageHistory>>(
    ROLLBACKS.map(({ history }) => history),
    (history) => ({ ...search, history }),
  );
  const parts = Object.entries(readings).map(async ([name, value]) => ({ [name]: await value }));
  const history = mergeParts<StageHistory>(await Promise.all(parts));
  return ROLLBACKS.some(({ isThere }) => isThere?.(history) === true) ? history : undefined;
}

/** What goes back of all types. */
export async function planRollback(
  history: StageHistory,
  request: RollbackRequest,
): Promise<Return> {
  const returns: (Return & { readonly kind: 'return' })[] = [];
  for (const { plan } of ROLLBACKS) {
    const one = await plan(history, request);
    if (one && one.kind !== 'return') return one;
    if (one) returns.push(one);
  }
  return {
    kind: 'return',
    rows: returns.flatMap(({ rows }) => rows),
    diagnostics: returns.flatMap(({ diagnostics }) => diagnostics),
    steps: (ports) =>
      returns.reduce<readonly Step[]>(
        (earlier, { steps }) => [...earlier, ...stepsAfter(steps(ports), earlier)],
        [],
      ),
  };
}
