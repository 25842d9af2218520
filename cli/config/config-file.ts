// The text of .framework/config.json as a value with places.
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { type PlacedJson, placeJson } from '../project/placed-json.js';
import { spanOf } from '../project/source-place.js';
import { duplicateKey, fileTooLarge, notJson } from './config-catalogue.js';

export type { KeyPath } from '../project/placed-json.js';

/** Where the configuration is, relative to the project directory. */
export const CONFIG_FILE = '.framework/config.json';

export type ConfigFile = Pick<PlacedJson, 'value' | 'placeOfKey' | 'placeOfValue'> & {
  readonly diagnostics: readonly Diagnostic[];
};

/** A thousand functions with settings of their own, many times over. */
const MOST_CHARACTERS = 1_000_000;

/** Parses the text. Syntax errors and keys that stand twice are its diagnostics. */
export function parseConfigFile(text: string): ConfigFile {
  if (text.length > MOST_CHARACTERS) {
    const place = () => spanOf(CONFIG_FILE, text, { start: 0, end: 1 });
    const problem = diagnose(fileTooLarge, {}, { at: place() });
    return { value: undefined, placeOfKey: place, placeOfValue: place, diagnostics: [problem] };
  }
  const { problems, duplicates, ...file } = placeJson(CONFIG_FILE, text);
  return {
    ...file,
    diagnostics: [
      ...problems.map(({ message, at }) => diagnose(notJson, { message }, { at })),
      ...duplicates.map(({ key, first, at }) => {
        const related = [{ message: 'The first one is here.', at: first }];
        return diagnose(duplicateKey, { key }, { at, related });
      }),
    ],
  };
}
