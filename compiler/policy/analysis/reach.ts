// Which functions of the application reach a use.
import type { SdkUse } from '../sdk-use.js';
import type { Analysis, SeenUse } from './analysis.js';

export function findReach(
  _analysis: Analysis,
  uses: readonly (SdkUse & { readonly seen: SeenUse })[],
): readonly SdkUse[] {
  return uses.map(({ seen: _seen, ...use }) => use);
}
