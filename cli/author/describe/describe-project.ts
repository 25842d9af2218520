// Describes the application of a project to its callers, for `framework openapi` and `framework client`.
import type { ApiDescription } from '../../../compiler/api/api-description.js';
import { describeApp } from '../../../compiler/describe-app.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { createCompiler } from '../../../compiler/index.js';
import { mappingOf, parseJson } from '../../../compiler/json-values.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import { loadConfig, stageEnvironment } from '../../config/load-config.js';
import type { Project } from '../../project/open-project.js';

export type DescribedProject = {
  readonly api: ApiDescription;
  readonly manifest: Manifest;
  readonly project: Project;
};

/** The description, or what is wrong with the application. */
export function describeProject(
  directory: string,
  stage: string,
): DescribedProject | { readonly diagnostics: readonly Diagnostic[] } {
  const compiler = createCompiler();
  const { project, compilation, diagnostics } = loadApp({ directory, stage, compiler });
  const manifest = compilation?.manifest;
  if (hasErrors(diagnostics) || !project || !manifest) return { diagnostics };
  const { root, files, settings } = project;
  const environment = stageEnvironment(loadConfig(project, stage), stage);
  const api = describeApp(compiler, { root, files, settings, environment, manifest });
  return api ? { api, manifest, project } : { diagnostics };
}

export type PackageFacts = { readonly version: string; readonly description: string | undefined };

/** Version and description of package.json. */
export function packageFacts({ root, files }: Project): PackageFacts {
  const text = files.readText(`${root}/package.json`);
  const { version, description } = mappingOf(parseJson(text ?? ''));
  return {
    version: typeof version === 'string' && version !== '' ? version : '1.0.0',
    description: typeof description === 'string' ? description : undefined,
  };
}
