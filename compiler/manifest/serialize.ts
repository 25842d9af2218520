// The manifest as text: what `framework build` writes to `.framework/build/manifest.json`.
import type { Manifest } from '../../runtime/contract/manifest.js';

/** Two spaces, one trailing newline, keys in the order of the type: byte-identical for equal manifests. */
export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
