// What a declaration may stand on: a method with a name of its own, or a function that is given to it (design.md 2).
import * as texts from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, DeclarationTarget } from '../../declarations/app-facts.js';
import { readFunctionName } from '../../facts/route-options.js';
import { appName, viewKey } from './view-identity.js';

type Declaration = {
  /** As the source has it: `app.route`. */
  readonly decorator: string;
  readonly target: DeclarationTarget;
  readonly needsName: boolean;
};

export function checkViewForms(facts: AppFacts): Diagnostic[] {
  // Several decorators on one getter are one mistake.
  const byView = new Map<string, Declaration>();
  for (const declaration of [...readRoutes(facts), ...readFunctions(facts)]) {
    const key = viewKey(declaration.target);
    if (!byView.has(key)) byView.set(key, declaration);
  }
  return [...byView.values()].flatMap(checkTarget);
}

function readRoutes(facts: AppFacts): Declaration[] {
  return facts.routes.map(({ app, path, target }) => ({
    decorator: `${appName(facts, app)}.route`,
    target,
    // A view that a function makes of its parameters is one mistake.
    needsName: path.kind !== 'unknown',
  }));
}

function readFunctions(facts: AppFacts): Declaration[] {
  return facts.functions.map(({ app, target, options }) => ({
    decorator: `${appName(facts, app)}.lambdaFunction`,
    target,
    needsName: readFunctionName(options)?.value === undefined,
  }));
}

function checkTarget({ decorator, target, needsName }: Declaration): Diagnostic[] {
  const at = target.name?.at ?? target.at;
  switch (target.form) {
    case 'method':
      return target.name ? [] : [diagnose(texts.computedName, {}, { at })];
    case 'call':
      return target.name || !needsName ? [] : [diagnose(texts.unnamedView, { decorator }, { at })];
    case 'private-method':
      return [diagnose(texts.privateMethod, { name: target.name?.value ?? '#view' }, { at })];
    case 'not-a-function':
      return [diagnose(texts.notAFunction, { decorator }, { at: target.at })];
    default:
      return [diagnose(texts.notAMethod, { decorator, form: FORMS[target.form] }, { at })];
  }
}

type Misplaced = 'signature' | 'getter' | 'setter' | 'accessor' | 'field' | 'class';

const FORMS: Record<Misplaced, string> = {
  signature: 'a method without a body',
  getter: 'a getter',
  setter: 'a setter',
  accessor: 'an accessor',
  field: 'a field',
  class: 'a class',
};
