// The facts of an application while they are being collected.
import type { LoadedModule } from './module-graph.js';
import type { Span, CallExpression, Expression } from '../syntax/tree.js';
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
import { shortText } from './environment.js';
import { calledMember, calleeOf, propertyName, unwrap } from '../syntax/expressions.js';
import { isAppMember } from './receivers.js';
import { isOurs, traceExpression } from './entity.js';
import type { Use } from './module-record.js';
import type { Scan } from './scan.js';

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
  readonly declarations: ReadDeclaration[];
};

export function untrackedUse(
  module: LoadedModule,
  span: Span,
  use: Exclude<UntrackedUse, UnimportedUse>,
): ReadProblem & { readonly kind: 'untracked-use' } {
  const at = module.record.source.spanOf(span);
  return { kind: 'untracked-use', use, text: shortText(module, span), at };
}

// Finds uses of members that an application does not have, such as `app.get(...)`, which declares a view in other libraries.

/** Records `x.name` or `x.name(...)` if `x` is a name in the module and applications have no member with that name. */
export function noteMember(scan: Scan, node: Expression, isDecorator: boolean): void {
  const call = node.type === 'CallExpression' ? node : undefined;
  const member = call ? calledMember(call) : node;
  if (member?.type !== 'MemberExpression') return;
  const object = unwrap(member.object);
  const name = propertyName(member);
  if (object.type !== 'Identifier' || name === undefined || isAppMember(name)) return;
  const binding = scan.names.find(object);
  if (binding?.kind !== 'import' && binding?.kind !== 'value') return;
  const at = member.property.span;
  scan.uses.push({ kind: 'member', object, name, at, call, isDecorator, ...scan.moment });
}

/** Reports a recorded use of a member, unless the application is created by a subclass, which may declare the member itself. */
export function readMember(
  { program, problems }: FactsDraft,
  module: LoadedModule,
  { object, name, at, call, isDecorator }: Use & { readonly kind: 'member' },
): void {
  const entity = traceExpression(program, module, object);
  if (entity.kind !== 'app') return;
  const { site } = entity;
  const made = traceExpression(program, site.module, site.node.callee);
  if (!isOurs(made, site.isBlueprint ? 'Blueprint' : 'Framework')) return;
  const { source } = module.record;
  problems.push({
    kind: 'unknown-member',
    app: source.textOf(object.span),
    name,
    isDecorator,
    argument: call && onlyArgument(module, call),
    at: source.spanOf(at),
  });
}

/** Returns the call's only argument, which the suggested fix reuses as the path. */
function onlyArgument(
  { record: { source } }: LoadedModule,
  call: CallExpression,
): { readonly text: string; readonly end: number } | undefined {
  const [first, second] = call.arguments;
  if (!first || second || first.spread || !calleeOf(call)) return undefined;
  const node = unwrap(first.expression);
  if (!('span' in node)) return undefined;
  return { text: source.textOf(node.span), end: source.offsetOf(node.span.end) };
}
