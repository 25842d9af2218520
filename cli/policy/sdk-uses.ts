// What the code of an application asks of the cloud. The one place where deploy and policies learn it.
import type { Compilation } from '../../compiler/compile-app.js';
import type { SdkUses } from '../../compiler/policy/sdk-use.js';

/** Nothing is known of a module until it is analyzed. */
export function sdkUsesOf({ manifest }: Compilation): SdkUses {
  const functions = manifest?.functions ?? [];
  const reachedBy = Object.fromEntries(functions.map(({ name }) => [name, undefined]));
  return { uses: [], unresolved: [], reachedBy };
}
