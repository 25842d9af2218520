// The rules for views of every kind: where the declaration is, the name of the view, and its class.
import type { FunctionEntry } from '../../../runtime/contract/manifest.js';
import type {
  AppFacts,
  DeclarationTarget,
  DeclaringClass,
  ViewDeclaration,
} from '../../declarations/app-facts.js';
import type { Rule, ViewKind, ViewNoun } from '../../declarations/kind.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import type { JsonSchema } from '../../values/decoded.js';
import * as texts from './catalogue.js';

/** Returns the name by which messages refer to a view. */
export function viewName(target: DeclarationTarget): string {
  return target.name?.value ?? 'view';
}

/** The key is the same for all declarations on a method or function, because a method may have several decorators. */
export function viewKey({ at }: DeclarationTarget): string {
  return `${at.file}:${at.start}`;
}

/** Tells whether the declaration is on something that can be a view. */
export function isView({ form }: DeclarationTarget): boolean {
  return form === 'method' || form === 'call';
}

/** Returns the rules that apply to every view, regardless of which declaration it has. */
export function viewRules(kinds: readonly ViewKind[]): readonly Rule[] {
  return [
    (facts) => checkConditionalViews(facts, kinds),
    (facts) => checkForms(facts, kinds),
    (facts) => checkConstructors(facts, kinds),
  ];
}

type ViewOfKind = { readonly kind: ViewKind; readonly view: ViewDeclaration };

/** Returns the views, grouped by kind. */
function byKind({ views }: AppFacts, kinds: readonly ViewKind[]): readonly ViewOfKind[] {
  return kinds.flatMap((kind) =>
    views.filter((view) => view.kind === kind.member).map((view) => ({ kind, view })),
  );
}

/** The manifest promises that all views exist once the modules are loaded, so views in code that may run late are reported. */
function checkConditionalViews(facts: AppFacts, kinds: readonly ViewKind[]): readonly Diagnostic[] {
  return byKind(facts, kinds)
    .filter(({ kind, view }) => view.isConditional && kind.isKnown(view))
    .map(({ kind: { noun }, view: { target, at } }) =>
      diagnose(texts.conditionalView, { noun, text: viewName(target) }, { at }),
    );
}

/** Reports declarations on anything other than a method with a name or a function. */
function checkForms(facts: AppFacts, kinds: readonly ViewKind[]): readonly Diagnostic[] {
  // Several decorators on the same getter are reported as one mistake.
  const firsts = new Map<string, ViewOfKind>();
  for (const declared of byKind(facts, kinds)) {
    const key = viewKey(declared.view.target);
    if (!firsts.has(key)) firsts.set(key, declared);
  }
  return [...firsts.values()].flatMap(({ kind, view }) => {
    const decorator = `${facts.apps[view.app]?.name ?? 'app'}.${kind.member}`;
    const needsName = kind.isKnown(view) && kind.givenName(view) === undefined;
    return checkForm(view.target, { noun: kind.noun, decorator, needsName });
  });
}

type Asked = {
  readonly noun: ViewNoun;
  readonly decorator: string;
  readonly needsName: boolean;
};

function checkForm(
  target: DeclarationTarget,
  { noun, decorator, needsName }: Asked,
): readonly Diagnostic[] {
  const at = target.name?.at ?? target.at;
  switch (target.form) {
    case 'method':
      return target.name ? [] : [diagnose(texts.computedName, { noun }, { at })];
    case 'call':
      return target.name || !needsName
        ? []
        : [diagnose(texts.unnamedView, { noun, decorator }, { at })];
    case 'private-method':
      return [diagnose(texts.privateMethod, { name: target.name?.value ?? '#view' }, { at })];
    case 'not-a-function':
      return [diagnose(texts.notAFunction, { decorator }, { at: target.at })];
    default:
      return [diagnose(texts.notAMethod, { noun, decorator, form: FORMS[target.form] }, { at })];
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

/** The first call of a view constructs its class without arguments (specification 4.1). */
function checkConstructors(facts: AppFacts, kinds: readonly ViewKind[]): readonly Diagnostic[] {
  const nouns = new Map<string, ViewNoun>(kinds.map(({ member, noun }) => [member, noun]));
  const classes = new Map<DeclaringClass, ViewNoun>();
  for (const { kind, target } of facts.views) {
    // Static members do not need an instance.
    if (target.class?.required && !target.isStatic && target.form === 'method') {
      const noun = nouns.get(kind) ?? 'view';
      // If a class has both views and functions, it is reported for its views.
      if (noun === 'view' || !classes.has(target.class)) classes.set(target.class, noun);
    }
  }
  return [...classes].flatMap(([{ name, required }, noun]) => {
    if (!required) return [];
    const data = { noun, className: name, parameter: required.value };
    return [diagnose(texts.constructorParameter, data, { at: required.at })];
  });
}

/** Returns the name of a view's class for the manifest. */
export function classOf(target: DeclarationTarget): Pick<FunctionEntry, 'class'> {
  return target.class ? { class: target.class.name ?? 'default' } : {};
}

export const classSchema: JsonSchema = { $ref: '#/definitions/className' };

/** The schemas that several kinds of views have in common. */
export const VIEW_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  className: {
    description:
      'The class of a method; absent for the call form, `default` for a class without a name.',
    type: 'string',
    minLength: 1,
  },
};
