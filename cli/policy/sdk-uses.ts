// What the code of an application asks of the cloud. The one place where deploy and policies learn it.
import type { Compilation } from '../../compiler/compile-app.js';
import type { SdkUses } from '../../compiler/policy/sdk-use.js';

export function sdkUsesOf(_compilation: Compilation): SdkUses {
  return { uses: [], unresolved: [], reachedBy: {} };
}
