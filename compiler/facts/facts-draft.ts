// The facts of an application while they are being collected.
import type { LoadedModule } from './module-graph.js';
import type { Span } from '../syntax/tree.js';
import type {
  AppChange,
  AppDeclaration,
  AuthorizerDeclaration,
  FunctionDeclaration,
  ReadProblem,
  RouteDeclaration,
  UntrackedUse,
} from './facts.js';
import type { AppSite, Program } from './program.js';
import { shortText } from './unknown-value.js';
import type { ViewBinding } from './view-bindings.js';

export type FactsDraft = {
  readonly program: Program;
  readonly sites: readonly AppSite[];
  readonly apps: AppDeclaration[];
  readonly routes: RouteDeclaration[];
  readonly functions: FunctionDeclaration[];
  readonly changes: AppChange[];
  readonly authorizers: AuthorizerDeclaration[];
  readonly problems: ReadProblem[];
  /** By the path of the module. */
  readonly bindings: Map<string, ViewBinding[]>;
};

/** The problem of a view that cannot be followed. */
export function untrackedUse(
  module: LoadedModule,
  span: Span,
  use: UntrackedUse,
): ReadProblem & { readonly kind: 'untracked-use' } {
  const at = module.record.source.spanOf(span);
  return { kind: 'untracked-use', use, text: shortText(module, span), at };
}
