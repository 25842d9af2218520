// The commands of the CLI, in the order of help. Only descriptions are loaded here; code loads when a command runs.
import type { Command } from './command.js';
import { buildSpec } from './commands/build-spec.js';
import { checkSpec } from './commands/check-spec.js';
import { deleteSpec } from './commands/delete-spec.js';
import { deploySpec } from './commands/deploy-spec.js';
import { explainSpec } from './commands/explain-spec.js';
import { genPolicySpec } from './commands/gen-policy-spec.js';
import { invokeSpec } from './commands/invoke-spec.js';
import { localSpec } from './commands/local-spec.js';
import { logsSpec } from './commands/logs-spec.js';
import { newProjectSpec } from './commands/new-project-spec.js';
import { planSpec } from './commands/plan-spec.js';
import { rollbackSpec } from './commands/rollback-spec.js';
import { routesSpec } from './commands/routes-spec.js';
import { urlSpec } from './commands/url-spec.js';

export const commands: readonly Command[] = [
  { spec: newProjectSpec, load: () => import('./commands/new-project.js') },
  { spec: checkSpec, load: () => import('./commands/check.js') },
  { spec: explainSpec, load: () => import('./commands/explain.js') },
  { spec: routesSpec, load: () => import('./commands/routes.js') },
  { spec: genPolicySpec, load: () => import('./commands/gen-policy.js') },
  { spec: buildSpec, load: () => import('./commands/build.js') },
  { spec: planSpec, load: () => import('./commands/plan.js') },
  { spec: deploySpec, load: () => import('./commands/deploy.js') },
  { spec: urlSpec, load: () => import('./commands/url.js') },
  { spec: logsSpec, load: () => import('./commands/logs.js') },
  { spec: invokeSpec, load: () => import('./commands/invoke.js') },
  { spec: rollbackSpec, load: () => import('./commands/rollback.js') },
  { spec: deleteSpec, load: () => import('./commands/delete.js') },
  { spec: localSpec, load: () => import('./commands/local.js') },
];
