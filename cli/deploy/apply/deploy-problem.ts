// A problem in the middle of a step that the user has to know of. It is thrown, as a CloudError is, because it ends calls
// that are nested; `applyPlan` turns both into values.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';

export class DeployProblem extends Error {
  override readonly name = 'DeployProblem';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}
