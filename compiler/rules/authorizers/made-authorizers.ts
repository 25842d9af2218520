// The authorizer objects of an application, each once: a constant that many routes share is made once.
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';

type Instance = Extract<StaticValue, { readonly kind: 'instance' }>;

/** An object at the first place that uses it. */
export type MadeAuthorizer = { readonly app: number; readonly instance: Instance };

export function madeAuthorizers(facts: AppFacts): readonly MadeAuthorizer[] {
  // Every use of a constant has the arguments of the one `new`.
  const byArguments = new Map<Instance['arguments'], MadeAuthorizer>();
  for (const { app, options } of facts.routes) {
    const instance = entryOf(options, 'authorizer')?.value;
    if (instance?.kind !== 'instance' || byArguments.has(instance.arguments)) continue;
    byArguments.set(instance.arguments, { app, instance });
  }
  return [...byArguments.values()];
}
