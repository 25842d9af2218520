// Checks the names that declared resources would have in the cloud, which begin with those of the application and the stage.
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import type { ResourceEntry } from '../../runtime/contract/manifest.js';
import {
  BUCKET_END,
  failedQueueName,
  NAME_LIMITS,
  resourceName,
} from '../../runtime/contract/resources.js';
import { appNameOf } from './cloud-names.js';
import { resourceNameInCloud } from './config-catalogue.js';
import { sourcePlace, type SourcesToCheck } from './event-source-problems.js';
import type { Manifest } from '../../runtime/contract/manifest.js';

type ResourcesToCheck = Pick<SourcesToCheck, 'project' | 'config'> & {
  readonly manifest: Pick<Manifest, 'app' | 'resources'>;
};

export function checkResourceNames(checked: ResourcesToCheck): Diagnostic[] {
  const { manifest, config, project } = checked;
  const app = appNameOf(config, manifest);
  // Any account, and the longest name of a region.
  const account = '0'.repeat(BUCKET_END.account);
  const region = 'x'.repeat(BUCKET_END.region);
  return (manifest.resources ?? []).flatMap((resource) => {
    const { type, name, at } = resource;
    const stage = { app, stage: config.stage, account, region };
    const whole = hasFailedQueue(resource)
      ? failedQueueName(resource, stage)
      : resourceName(resource, stage);
    const { form, most } = NAME_LIMITS[type];
    if (form.test(whole) && whole.length <= most) return [];
    const shown = resourceName(resource, { ...stage, account: '<account>', region: '<region>' });
    const data = { type, name, shown, length: whole.length, most };
    return [diagnose(resourceNameInCloud, data, { at: sourcePlace(at, project) })];
  });
}

function hasFailedQueue(resource: ResourceEntry): boolean {
  return resource.type === 'queue' && resource.retries !== undefined;
}
