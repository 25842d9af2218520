// When two declarations are about the same view: a method may carry several decorators.
import type { AppFacts, DeclarationTarget } from '../../declarations/app-facts.js';

/** The name of a view in messages. */
export function viewName(target: DeclarationTarget): string {
  return target.name?.value ?? 'view';
}

/** Equal for declarations on the same method or function. */
export function viewKey({ at }: DeclarationTarget): string {
  return `${at.file}:${at.start}`;
}

/** Whether a declaration stands on something that can be a view. */
export function isView({ form }: DeclarationTarget): boolean {
  return form === 'method' || form === 'call';
}

/** The name of the application as the source has it, for messages. */
export function appName(facts: AppFacts, app: number): string {
  return facts.apps[app]?.name ?? 'app';
}
