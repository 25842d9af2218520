// What makes two sources of events one for AWS.
import type { SourceName } from '../../../runtime/contract/source-parts.js';
import { code } from '../../diagnostics/code-text.js';
import { sourceNameText } from './source-name.js';

export type SourceIdentity = {
  /** The same for two that are one. */
  readonly key: string;
  /** What people call it. */
  readonly what: string;
};

/** A source that its name alone tells from others of its kind. */
export function identityByName(kind: string, name: SourceName): SourceIdentity {
  const text = sourceNameText(name);
  return { key: `${kind} ${text}`, what: `the ${kind} ${code(text)}` };
}
