// Reads the signing name of an SDK package from the project's node_modules, for packages that are newer than our data.
// The file is read as text and never executed.
import type { Project } from '../../project/open-project.js';

const SCHEMES = 'dist-es/auth/httpAuthSchemeProvider.js';

/**
 * The signing name, such as `states` for `@aws-sdk/client-sfn`; undefined when the package is missing or does not say
 * it.
 */
export function readSigningName(
  { root, files }: Pick<Project, 'root' | 'files'>,
  packageName: string,
): string | undefined {
  const text = files.readText(`${root}/node_modules/${packageName}/${SCHEMES}`);
  return /signingProperties:\s*\{\s*name:\s*"([a-z0-9-]+)"/.exec(text ?? '')?.[1];
}
