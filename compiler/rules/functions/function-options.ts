// `lambdaFunction()` takes an optional object with a name (spec 2.1, design.md 2).
import * as texts from '../../diagnostics/catalogue/functions.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, FunctionDeclaration } from '../../declarations/app-facts.js';
import { entryOf } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceSource } from '../../values/literal-place.js';
import { checkOptionKeys } from '../option-keys.js';

const KNOWN_OPTIONS: readonly string[] = ['name'];

export function checkFunctionOptions(facts: AppFacts): Diagnostic[] {
  return facts.functions.flatMap(checkFunction);
}

function checkFunction({ options }: FunctionDeclaration): Diagnostic[] {
  if (!options || options.kind === 'undefined' || options.kind === 'unknown') return [];
  if (options.kind !== 'object') {
    const fix =
      options.kind === 'string'
        ? replaceSource(options.at, {
            title: 'Write an object of options',
            text: `{ name: '${options.value}' }`,
          })
        : undefined;
    return [
      diagnose(texts.functionOptionsType, { found: foundValue(options) }, { at: options.at, fix }),
    ];
  }
  const name = entryOf(options, 'name')?.value;
  const isText = !name || name.kind === 'string' || name.kind === 'unknown';
  return [
    ...checkOptionKeys(options, KNOWN_OPTIONS, texts.unknownFunctionOption),
    ...(isText
      ? []
      : [diagnose(texts.functionNameType, { found: foundValue(name) }, { at: name.at })]),
  ];
}
