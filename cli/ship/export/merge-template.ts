// `--merge FILE`: additions and changes of the user to the CloudFormation template.
import { readFileSync } from 'node:fs';
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import {
  isMapping,
  isText,
  type Mapping,
  mappingAt,
  mappingOf,
} from '../../../compiler/json-values.js';
import type { Template } from './cloud-formation.js';
import { mergedName, mergeFile } from './export-catalogue.js';

export type MergePart =
  | { readonly kind: 'part'; readonly part: Mapping }
  | { readonly kind: 'wrong'; readonly diagnostic: Diagnostic };

/** `path` is the path of the file; `file` is the path as the user typed it. */
export function readMergePart(path: string, file: string): MergePart {
  const wrong = (problem: string): MergePart => ({
    kind: 'wrong',
    diagnostic: diagnose(mergeFile, { file, problem }),
  });
  let text;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return wrong('cannot be read');
  }
  try {
    const part: unknown = JSON.parse(text);
    return isMapping(part) ? { kind: 'part', part } : wrong('has no object at its top');
  } catch (error) {
    return wrong(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reports resources of `part` whose name belongs to a resource of another type in the template. */
export function checkMergedNames(
  { Resources }: Template,
  part: Mapping,
  file: string,
): readonly Diagnostic[] {
  return Object.entries(mappingAt(part, 'Resources')).flatMap(([id, resource]) => {
    const known = Object.hasOwn(Resources, id) ? mappingOf(Resources[id])['Type'] : undefined;
    const type = mappingOf(resource)['Type'];
    if (!isText(known) || !isText(type) || known === type) return [];
    return [diagnose(mergedName, { file, id, type, known })];
  });
}

/** Merges objects at any depth. Any other value of `part` replaces the template's. */
export function mergeDeep(template: Mapping, part: Mapping): Mapping {
  const merged = new Map(Object.entries(template));
  for (const [name, value] of Object.entries(part)) {
    const known = merged.get(name);
    merged.set(name, isMapping(known) && isMapping(value) ? mergeDeep(known, value) : value);
  }
  return Object.fromEntries(merged);
}
