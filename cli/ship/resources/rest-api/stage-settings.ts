// Settings of the API's stage that all its deployments share: tracing, and limits for all callers together.
import type { ApiStageSettings, Throttle } from '../../../cloud/api-gateway-calls.js';
import type { StageSettings } from '../../../config/stage-keys.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { apiIdIn } from './api-state.js';
import { publishId } from './publish-step.js';

/** The settings of a new stage. */
export const COMMON_STAGE_SETTINGS: ApiStageSettings = { tracing: false, throttle: undefined };

export function desiredStageSettings({
  xray,
  api_gateway_throttle: throttle,
}: StageSettings): ApiStageSettings {
  return {
    tracing: xray,
    throttle: throttle && { rateLimit: throttle.rate_limit, burstLimit: throttle.burst_limit },
  };
}

/** The settings that differ, by configuration key. */
export function compareStageSettings(
  from: ApiStageSettings,
  to: ApiStageSettings,
): readonly FieldChange[] {
  const fields: readonly FieldChange[] = [
    { field: 'xray', from: String(from.tracing), to: String(to.tracing) },
    {
      field: 'api_gateway_throttle',
      from: throttleText(from.throttle),
      to: throttleText(to.throttle),
    },
  ];
  return fields.filter((one) => one.from !== one.to);
}

function throttleText(throttle: Throttle | undefined): string | undefined {
  return throttle && `${throttle.rateLimit} a second, ${throttle.burstLimit} at once`;
}

/** The stage exists after the first deployment. */
export function stageSettingSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const { stage, stageSettings } = api.api;
  const isNew = api.action === 'create';
  const isChanged = isNew
    ? compareStageSettings(COMMON_STAGE_SETTINGS, stageSettings).length > 0
    : api.parts.includes('stage');
  if (!isChanged) return [];
  const { apiGateway } = session.cloud;
  return [
    {
      id: 'stage-settings',
      label: { verb: 'update', object: `settings of stage ${stage}` },
      dependsOn: [publishId],
      run: () => apiGateway.updateStageSettings(apiIdIn(session), stage, stageSettings),
    },
  ];
}
