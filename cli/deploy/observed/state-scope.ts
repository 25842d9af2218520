// Whether a deployed state is about the stage and the cloud at hand.
import type { Cloud } from '../../cloud/cloud.js';
import type { DeployedState } from '../state/deployed-state.js';
import type { Owner } from './sought.js';

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
