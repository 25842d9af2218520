// The names of a stage's resources in the cloud (design.md 4.14).
import type { Manifest } from '../../runtime/contract/manifest.js';
import { API_HANDLER } from './resolve-stage.js';
import type { StageConfig } from './stage-config.js';

/** What the names of all resources of a stage begin with; also the name of its API, shared role and API function. */
export function baseName(app: string, stage: string): string {
  return `${app}-${stage}`;
}

/** The name of the function with a key of `lambda_functions`. */
export function functionNameOf(base: string, key: string): string {
  return key === API_HANDLER ? base : ownRoleNameOf(base, key);
}

/** The name of the role that one function has for itself. */
export function ownRoleNameOf(base: string, key: string): string {
  return `${base}-${key}`;
}

/** The functions that are deployed, by key: the API function when there are routes, and every lambda function. */
export function functionKeys({ routes, functions }: Manifest): readonly string[] {
  const own = functions.map(({ name }) => name);
  return routes.length > 0 ? [API_HANDLER, ...own] : own;
}

/** What the application is called in the cloud: the configuration is asked first, then the source. */
export function appNameOf(
  { appName }: Pick<StageConfig, 'appName'>,
  { app }: Pick<Manifest, 'app'>,
): string {
  return appName ?? app.name;
}
