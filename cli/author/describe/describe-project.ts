// Describes the application of a project to its callers, for `framework openapi` and `framework client`.
import type { ApiDescription } from '../../../compiler/api/api-description.js';
import { compiledSource } from '../../../compiler/compile-app.js';
import { describeApp } from '../../../compiler/describe-app.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { mappingOf, parseJson } from '../../../compiler/json-values.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import type { Project } from '../../project/open-project.js';

export type DescribedProject = {
  readonly api: ApiDescription;
  readonly manifest: Manifest;
  readonly project: Project;
};

/** Returns the description, or the errors of the application. */
export function describeProject(
  directory: string,
  stage: string,
): DescribedProject | { readonly diagnostics: readonly Diagnostic[] } {
  const { project, compilation, diagnostics } = loadApp({ directory, stage });
  const manifest = compilation?.manifest;
  const source = compilation && compiledSource(compilation);
  if (hasErrors(diagnostics) || !project || !manifest || !source) return { diagnostics };
  return { api: describeApp(source, { files: project.files, manifest }), manifest, project };
}

/** Returns the description for a generated file, in which every operation must have a unique name. */
export function describeForOthers(
  directory: string,
  stage: string,
): ReturnType<typeof describeProject> {
  const described = describeProject(directory, stage);
  if ('diagnostics' in described || !hasErrors(described.api.notes)) return described;
  return { diagnostics: described.api.notes };
}

export type PackageFacts = { readonly version: string; readonly description: string | undefined };

/** Returns the version and description from package.json. */
export function packageFacts({ root, files }: Project): PackageFacts {
  const text = files.readText(`${root}/package.json`);
  const { version, description } = mappingOf(parseJson(text ?? ''));
  return {
    version: typeof version === 'string' && version !== '' ? version : '1.0.0',
    description: typeof description === 'string' ? description : undefined,
  };
}
