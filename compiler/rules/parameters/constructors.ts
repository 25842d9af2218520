// A class that declares views is made without arguments, when the first of its views is called (spec 4.1).
import { constructorParameter } from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, DeclaringClass } from '../../declarations/app-facts.js';

export function checkConstructors({ routes, functions }: AppFacts): Diagnostic[] {
  const classes = new Set<DeclaringClass>();
  for (const { target } of [...routes, ...functions]) {
    // Static members need no instance.
    if (target.class?.required && !target.isStatic && target.form === 'method') {
      classes.add(target.class);
    }
  }
  return [...classes].flatMap(({ name, required }) => {
    if (!required) return [];
    const data = { className: name, parameter: required.value };
    return [diagnose(constructorParameter, data, { at: required.at })];
  });
}
