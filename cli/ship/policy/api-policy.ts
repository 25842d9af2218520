// The resource policy of the API that `api_gateway_policy_file` names: who may call it.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { apiPolicyPath } from '../../config/api-problems.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { Project } from '../../project/open-project.js';
import { readPolicyFile } from './policy-file.js';

export type ApiPolicy = {
  /** Undefined when there is none. */
  readonly policy: unknown;
  readonly diagnostics: readonly Diagnostic[];
};

export function readApiPolicy(
  project: Pick<Project, 'root' | 'files'>,
  { settings }: StageConfig,
): ApiPolicy {
  const file = settings.api_gateway_policy_file;
  if (file === undefined) return { policy: undefined, diagnostics: [] };
  const read = readPolicyFile(project, apiPolicyPath(file), 'resource');
  return read.kind === 'wrong'
    ? { policy: undefined, diagnostics: read.diagnostics }
    : { policy: read.document, diagnostics: [] };
}
