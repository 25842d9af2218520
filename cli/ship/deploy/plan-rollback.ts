// Plans a rollback of the last deploy from the records in the cloud. It makes only read calls.
import { REVERSED_TYPES } from '../resources/registry.js';
import { makeState, mergeParts } from '../stage/make-state.js';
import type {
  HistorySearch,
  PromisesOf,
  ResourceRollback,
  RollbackPlan,
  RollbackRequest,
} from '../stage/resource-type.js';
import type { StageHistory } from '../stage/states.js';
import { type Step, stepsAfter } from '../stage/run-steps.js';

/** The API is rolled back before the functions, so that no published route calls a view that its function no longer has. */
const ROLLBACKS: readonly ResourceRollback[] = REVERSED_TYPES.flatMap(
  ({ rollback }) => rollback ?? [],
);

/** Returns undefined if the stage has no resources. */
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

/** Returns one plan with the rollbacks of all resource types. */
export async function planRollback(
  history: StageHistory,
  request: RollbackRequest,
): Promise<RollbackPlan> {
  const returns: (RollbackPlan & { readonly kind: 'return' })[] = [];
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
