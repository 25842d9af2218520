// What a variable called `app` holds in a program that makes no application: the reader believes that it is one.
import { spanOf } from '../syntax/expressions.js';
import type { AppFacts } from '../declarations/app-facts.js';
import type { Program } from './program.js';
import { shortText } from './unknown-value.js';

/** Of the module nearest to the entry, which is evaluated last. */
export function findMistakenApp({ graph }: Program): Pick<AppFacts, 'mistakenApp'> {
  for (const module of graph.loaded.toReversed()) {
    for (const [name, binding] of module.record.names.all()) {
      if (name !== 'app' || binding.kind !== 'value' || !binding.init) continue;
      const { file, record } = module;
      const span = spanOf(binding.init);
      const text = shortText(module, span);
      return { mistakenApp: { file, text, at: record.source.spanOf(span) } };
    }
  }
  return {};
}
