// What code that could not be resolved means for a policy: a warning, and wider needs of the service that it calls.
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import {
  computedImport,
  computedOperation,
  entangledCode,
  foreignPackage,
  guessedReceiver,
  unreadLink,
} from './policy-catalogue.js';
import type { UnresolvedUse } from './sdk-use.js';

export function unresolvedProblem(unresolved: UnresolvedUse): Diagnostic {
  const place = { at: unresolved.at };
  switch (unresolved.kind) {
    case 'computed-operation':
      return diagnose(computedOperation, unresolved, place);
    case 'foreign-package':
      return diagnose(foreignPackage, unresolved, place);
    case 'computed-import':
      return diagnose(computedImport, unresolved, place);
    case 'unread-link':
      return diagnose(unreadLink, unresolved, place);
    case 'entangled':
      return diagnose(entangledCode, unresolved, place);
    case 'guessed-receiver':
      return diagnose(guessedReceiver, unresolved, place);
  }
}
