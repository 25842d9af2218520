// Rejects a Node.js version that is too old, before loading any module that requires a newer one.
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { nodeTooOld } from '../project/project-catalogue.js';

/** The oldest supported release, as in `engines` in package.json. */
const FIRST: readonly [number, number] = [20, 19];

export function refuseOldNode(version: string): Diagnostic | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > FIRST[0] || (major === FIRST[0] && minor >= FIRST[1])) return undefined;
  return diagnose(nodeTooOld, { first: FIRST.join('.'), version });
}
