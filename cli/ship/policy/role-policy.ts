// The policy of a role with its source.
import type { GeneratedPolicy } from '../../../compiler/policy/generated-policy.js';

export type RolePolicy =
  | { readonly kind: 'generated'; readonly generated: GeneratedPolicy }
  /** `path` is relative to the project directory. `document` is the content of the file. */
  | { readonly kind: 'file'; readonly path: string; readonly document: unknown };

/** The policies of all roles of a stage, by the name of the role. */
export type RolePolicies = Readonly<Record<string, RolePolicy>>;
