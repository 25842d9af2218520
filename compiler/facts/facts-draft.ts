// The facts of an application while they are being collected.
import type { BoundFunction, PartView } from '../../runtime/contract/binding.js';
import type { LoadedModule } from './module-graph.js';
import type { ClassNode, Span } from '../syntax/tree.js';
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
import type { BoundInputs } from '../declarations/bound-inputs.js';
import type { BoundEvents } from '../declarations/kind.js';
import type { AppSite, Program } from './program.js';
import { shortText } from './unknown-value.js';
import type { ClassBinding, ListBinding, DecoratorRange, ViewBinding } from './view-bindings.js';

/** The binding of a class while its views are being added. */
export type DraftedClass = Omit<
  ClassBinding,
  'decorators' | 'views' | 'inputs' | 'functions' | 'sources' | 'lists'
> & {
  readonly decorators: DecoratorRange[];
  readonly views: PartView[];
  inputs?: Map<PartView, BoundInputs>;
  readonly functions: BoundFunction[];
  sources?: BoundEvents[];
  readonly lists: ListBinding[];
};

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
  /** Keyed by the path of the module. */
  readonly bindings: Map<string, ViewBinding[]>;
  /** The bindings of each class: one for each expression by which it names the application. */
  readonly classes: Map<ClassNode, readonly DraftedClass[]>;
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
