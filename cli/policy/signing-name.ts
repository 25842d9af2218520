// The name that signs the requests of a package of the SDK, read from the project's node_modules: for packages that are
// younger than our data. The file is read as text, never executed.
import type { Project } from '../project/open-project.js';

const SCHEMES = 'dist-es/auth/httpAuthSchemeProvider.js';

/** For `@aws-sdk/client-sfn`: `states`; undefined when the package is not there or does not say. */
export function readSigningName(
  { root, files }: Pick<Project, 'root' | 'files'>,
  packageName: string,
): string | undefined {
  const text = files.readText(`${root}/node_modules/${packageName}/${SCHEMES}`);
  return /signingProperties:\s*\{\s*name:\s*"([a-z0-9-]+)"/.exec(text ?? '')?.[1];
}
