// The policy that `framework gen-policy` prints and `deploy` uses, with the reason of every part.
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { PolicyDocument } from './policy-document.js';

/** A reason why an action is in the policy. */
export type PolicyReason = {
  readonly action: string;
  readonly resources: readonly string[];
  readonly because:
    | { readonly kind: 'use'; readonly text: string; readonly at: SourceSpan }
    /** A source of events: `@app.onSqsMessage`. */
    | { readonly kind: 'event'; readonly text: string; readonly at: SourceLine }
    | { readonly kind: 'logs' }
    | { readonly kind: 'vpc' }
    | { readonly kind: 'xray' }
    | { readonly kind: 'base' };
};

type SourceLine = Pick<SourceSpan, 'file' | 'line'>;

export type GeneratedPolicy = {
  readonly document: PolicyDocument;
  /** The reasons, sorted by action, then place. */
  readonly reasons: readonly PolicyReason[];
  /** Warnings (FW40) about code that could not be resolved. */
  readonly diagnostics: readonly Diagnostic[];
};
