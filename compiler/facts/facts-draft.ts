// The facts of an application while they are being collected.
import type { LoadedModule } from './module-graph.js';
import type { Span } from '../syntax/tree.js';
import type {
  AppChange,
  AppDeclaration,
  AuthorizerDeclaration,
  BlueprintDeclaration,
  ReadProblem,
  Registration,
  UnimportedUse,
  UntrackedUse,
  ViewDeclaration,
} from '../declarations/app-facts.js';
import type { ReadDeclaration } from './bind-declarations.js';
import type { AppSite, Program } from './program.js';
import { shortText } from './unknown-value.js';

export type FactsDraft = {
  readonly program: Program;
  readonly sites: readonly AppSite[];
  readonly blueprintSites: readonly AppSite[];
  readonly blueprints: BlueprintDeclaration[];
  readonly registrations: Registration[];
  readonly apps: AppDeclaration[];
  readonly views: ViewDeclaration[];
  readonly changes: AppChange[];
  readonly authorizers: AuthorizerDeclaration[];
  readonly problems: ReadProblem[];
  /** What becomes the bindings. */
  readonly declarations: ReadDeclaration[];
};

/** The problem of a view that the compiler cannot follow. */
export function untrackedUse(
  module: LoadedModule,
  span: Span,
  use: Exclude<UntrackedUse, UnimportedUse>,
): ReadProblem & { readonly kind: 'untracked-use' } {
  const at = module.record.source.spanOf(span);
  return { kind: 'untracked-use', use, text: shortText(module, span), at };
}
