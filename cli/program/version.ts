// The version of this package, which the bundler inserts, so that no file is read at startup, and the check of the version of
// Node.js, before loading any module that requires a newer one.
import packageJson from '../../package.json' with { type: 'json' };
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { nodeTooOld } from '../project/project-catalogue.js';

/** For example `0.7.0`. */
export const version: string = packageJson.version;

/** The oldest supported release, as in `engines` in package.json. */
const FIRST: readonly [number, number] = [20, 19];

export function refuseOldNode(node: string): Diagnostic | undefined {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > FIRST[0] || (major === FIRST[0] && minor >= FIRST[1])) return undefined;
  return diagnose(nodeTooOld, { first: FIRST.join('.'), version: node });
}
