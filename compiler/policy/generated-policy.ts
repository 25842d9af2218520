// What `framework gen-policy` prints and `deploy` uses: a policy with the reason for every part of it.
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { PolicyDocument } from './policy-document.js';

/** Why an action is in the policy. */
export type PolicyReason = {
  readonly action: string;
  readonly resources: readonly string[];
  readonly because:
    | { readonly kind: 'use'; readonly text: string; readonly at: SourceSpan }
    | { readonly kind: 'logs' }
    | { readonly kind: 'vpc' }
    | { readonly kind: 'base' };
};

export type GeneratedPolicy = {
  readonly document: PolicyDocument;
  /** By action, then place. */
  readonly reasons: readonly PolicyReason[];
  /** Warnings (FW40): what was seen and could not be resolved. */
  readonly diagnostics: readonly Diagnostic[];
};
