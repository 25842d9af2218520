// The commands of the CLI, in the order of help. Only descriptions are loaded here; code loads when a command runs.
import type { Command } from '../program/command.js';
import { buildSpec } from './build-spec.js';
import { checkSpec } from './check-spec.js';
import { clientSpec } from './client-spec.js';
import { deleteSpec } from './delete-spec.js';
import { deploySpec } from './deploy-spec.js';
import { docsSpec } from './docs-spec.js';
import { explainSpec } from './explain-spec.js';
import { exportSpec } from './export-spec.js';
import { genPolicySpec } from './gen-policy-spec.js';
import { invokeSpec } from './invoke-spec.js';
import { keysSpec } from './keys-spec.js';
import { localSpec } from './local-spec.js';
import { logsSpec } from './logs-spec.js';
import { mcpSpec } from './mcp-spec.js';
import { newProjectSpec } from './new-project-spec.js';
import { openapiSpec } from './openapi-spec.js';
import { parameterSpec, secretSpec } from './parameter-spec.js';
import { pipelineSpec } from './pipeline-spec.js';
import { planSpec } from './plan-spec.js';
import { rollbackSpec } from './rollback-spec.js';
import { routesSpec } from './routes-spec.js';
import { stagesSpec } from './stages-spec.js';
import { urlSpec } from './url-spec.js';

export const commands: readonly Command[] = [
  { spec: newProjectSpec, load: () => import('./new-project.js') },
  { spec: checkSpec, load: () => import('./check.js') },
  { spec: explainSpec, load: () => import('./explain.js') },
  { spec: docsSpec, load: () => import('./docs.js') },
  { spec: routesSpec, load: () => import('./routes.js') },
  { spec: openapiSpec, load: () => import('./openapi.js') },
  { spec: clientSpec, load: () => import('./client.js') },
  { spec: genPolicySpec, load: () => import('./gen-policy.js') },
  { spec: buildSpec, load: () => import('./build.js') },
  { spec: planSpec, load: () => import('./plan.js') },
  { spec: deploySpec, load: () => import('./deploy.js') },
  { spec: pipelineSpec, load: () => import('./pipeline.js') },
  { spec: exportSpec, load: () => import('./export.js') },
  { spec: stagesSpec, load: () => import('./stages.js') },
  {
    spec: secretSpec,
    load: async () => ({ run: (await import('./parameter.js')).runOf('secret') }),
  },
  {
    spec: parameterSpec,
    load: async () => ({ run: (await import('./parameter.js')).runOf('parameter') }),
  },
  { spec: urlSpec, load: () => import('./url.js') },
  { spec: keysSpec, load: () => import('./keys.js') },
  { spec: logsSpec, load: () => import('./logs.js') },
  { spec: invokeSpec, load: () => import('./invoke.js') },
  { spec: rollbackSpec, load: () => import('./rollback.js') },
  { spec: deleteSpec, load: () => import('./delete.js') },
  { spec: localSpec, load: () => import('./local.js') },
  { spec: mcpSpec, load: () => import('./mcp.js') },
];
