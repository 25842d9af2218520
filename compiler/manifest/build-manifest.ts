// Builds the manifest from facts without errors: plain JSON, sorted, the same for the same source whatever the order of
// its files. Each kind of declaration builds its part, and the schemas of inputs are added here.
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { KINDS } from '../kinds/registry.js';
import { withInputs } from './input-schemas.js';

/** The manifest of facts in which `checkApp` has found no error; anything else is a bug and throws. */
export function buildManifest(facts: AppFacts): Manifest {
  const parts = KINDS.flatMap(({ manifest }) =>
    manifest ? [[manifest.name, manifest.build(facts)] as const] : [],
  ).filter(([, part]) => part !== undefined);
  const manifest = { version: 1, ...Object.fromEntries(parts) } as Manifest; // because the kinds have all its parts, as its schema says
  return withInputs(manifest, facts);
}

/** The text of a manifest. Equal manifests give equal bytes. */
export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
