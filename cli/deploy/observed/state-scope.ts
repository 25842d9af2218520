// Whether a deployed state is about the stage and the cloud at hand.
import type { Cloud } from '../../cloud/cloud.js';
import type { DeployedState } from '../state/deployed-state.js';
import type { Owner } from './sought.js';

/** True when it names everything, and roles of this region only: those of earlier versions may be shared by two. */
export function isWhole({ isComplete, hasRegions }: DeployedState): boolean {
  return isComplete && hasRegions === true;
}

/** The account is compared when the first ARN is known. */
export function isStateOf(
  state: DeployedState | undefined,
  { app, stage }: Owner,
  { region, endpoint }: Pick<Cloud, 'region' | 'endpoint'>,
): state is DeployedState {
  return (
    state !== undefined &&
    state.app === app &&
    state.stage === stage &&
    state.region === region &&
    state.endpoint === (endpoint ?? null)
  );
}
