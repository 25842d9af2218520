// What a rule is: a pure function from the facts of an application to the problems it finds in them.
import type { AppFacts } from '../declarations/app-facts.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

export type Rule = (facts: AppFacts) => Diagnostic[];
