// `new Framework({ appName })`: one object with a name that cloud names can be made of (spec 2.1, design.md 4.14).
import * as app from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppDeclaration, AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceSource } from '../../values/literal-place.js';
import { checkOptionKeys, hasUnknownKey } from '../option-keys.js';

const KNOWN_OPTIONS: readonly string[] = ['appName'];
const NAME = /^[A-Za-z0-9_-]+$/;

export function checkAppName(facts: AppFacts): Diagnostic[] {
  return facts.apps.flatMap(checkArguments);
}

function checkArguments({ arguments: [options, extra], at }: AppDeclaration): Diagnostic[] {
  if (!options || options.kind === 'undefined') return [diagnose(app.appNameMissing, {}, { at })];
  if (options.kind === 'unknown') return [];
  if (options.kind !== 'object') return [reportArgument(options)];
  if (extra) return [diagnose(app.appArguments, {}, { at: extra.at })];
  return [...checkOptionKeys(options, KNOWN_OPTIONS, app.unknownAppOption), ...checkName(options)];
}

/** `new Framework('helloworld')` has all it takes for a correction. */
function reportArgument(value: StaticValue): Diagnostic {
  const fix =
    value.kind === 'string'
      ? replaceSource(value.at, {
          title: 'Write an object of options',
          text: `{ appName: '${value.value}' }`,
        })
      : undefined;
  return diagnose(app.appArguments, {}, { at: value.at, fix });
}

function checkName(options: StaticValue): Diagnostic[] {
  const name = entryOf(options, 'appName')?.value;
  if (!name) {
    return hasUnknownKey(options, KNOWN_OPTIONS)
      ? []
      : [diagnose(app.appNameMissing, {}, { at: options.at })];
  }
  if (name.kind === 'unknown') return [];
  if (name.kind !== 'string') {
    return [diagnose(app.appNameType, { found: foundValue(name) }, { at: name.at })];
  }
  return NAME.test(name.value)
    ? []
    : [diagnose(app.appNameCharacters, { name: name.value }, { at: name.at })];
}
