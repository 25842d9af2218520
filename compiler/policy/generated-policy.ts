// The policy that `framework gen-policy` prints and `deploy` uses, with the reason of every part.
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';

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
  /** The reasons, sorted by action, then location. */
  readonly reasons: readonly PolicyReason[];
  /** Warnings (FW40) about code that could not be resolved. */
  readonly diagnostics: readonly Diagnostic[];
};

/** A statement of an access policy as JSON (specification 2.7). */
export type PolicyStatement = {
  /** Letters and digits, unique in the document and stable from run to run. */
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  /** Absent only in a trust policy. */
  readonly Resource?: readonly string[];
  /** Present only in a trust policy. */
  readonly Principal?: Readonly<Record<string, string>>;
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
};

export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
};
