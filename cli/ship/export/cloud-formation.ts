// Prints a stage as a CloudFormation template that needs no transform.
import { OpenText } from '../../../compiler/openapi/openapi-document.js';
import { capitalized } from '../../../compiler/free-names.js';
import {
  type CodeName,
  type ExportedResource,
  type ExportedValue,
  type ExportProblem,
  type PlaceName,
  Reference,
  type ReferenceTarget,
} from '../stage/exported.js';
import { mergedName, mergeFile, misreadText, templateTooLarge } from './export-catalogue.js';
import {
  type StageExport,
  exportedAttribute,
  type Json,
  jsonParts,
  jsonValue,
  logicalId,
  valuePrinter,
  type ValuePrinter,
} from './export-stage.js';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import {
  indentedJson,
  isMapping,
  isText,
  type Mapping,
  mappingAt,
  mappingOf,
} from '../../../compiler/json-values.js';
import { compareTexts } from '../../../compiler/groups.js';
import { readFileSync } from 'node:fs';

export type Template = {
  readonly Resources: { readonly [name: string]: Json };
} & { readonly [name: string]: Json };

const PARAMETERS = {
  CodeBucket: { Type: 'String', Description: 'The bucket that contains package.zip' },
  CodeKey: { Type: 'String', Description: 'The key of package.zip in that bucket' },
} as const;

export function cloudFormationTemplate(stage: StageExport): Template {
  const resources = stage.resources.filter(({ cloudFormation }) => cloudFormation);
  const { print } = printerOf(resources);
  const outputs = stage.outputs.map(({ name, key, meaning, value }): readonly [string, Json] => [
    logicalId({ kind: pascal(name), ...(key !== undefined && { key }) }),
    { Description: meaning, Value: print(value) },
  ]);
  const rows = resources.map((one) => [idOf(one), bodyOf(one, resources, print)] as const);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: stage.description,
    Parameters: PARAMETERS,
    Resources: Object.fromEntries(rows.toSorted(([a], [b]) => compareTexts(a, b))),
    ...(outputs.length > 0 && { Outputs: Object.fromEntries(outputs) }),
  };
}

/** Finds strings from the application that CloudFormation would interpret and that cannot be escaped in a template. */
export function misreadTexts(stage: StageExport): readonly ExportProblem[] {
  return stage.resources.flatMap(({ cloudFormation, from }) => {
    const find = (value: ExportedValue | undefined, path: readonly string[]): ExportProblem[] => {
      const refuse = (why: 'name' | 'text', at: readonly string[]): ExportProblem => {
        const diagnostic = diagnose(misreadText, { property: at.join('.'), why });
        return { diagnostic, from: from && { ...from, variable: at.at(-1) } };
      };
      if (typeof value === 'string') {
        return DYNAMIC_REFERENCE.test(value) ? [refuse('text', path)] : [];
      }
      if (typeof value !== 'object' || value instanceof Reference) return [];
      return Object.entries(value).flatMap(([name, inner]) => [
        ...(INTRINSIC.test(name) ? [refuse('name', [...path, name])] : []),
        ...find(inner, [...path, name]),
      ]);
    };
    return find(cloudFormation?.properties, []);
  });
}

/** The maximum size of a template that is sent in the request, in bytes. */
export const DIRECT_BYTES = 51_200;

/** Returns the template as text, without whitespace if it would otherwise be too large. */
export function templateText(template: Mapping): string {
  const text = indentedJson(template);
  return Buffer.byteLength(text) <= BYTES ? text : `${JSON.stringify(template)}\n`;
}

export function checkTemplate(template: Mapping): readonly Diagnostic[] {
  const rows = [
    ['bytes', Buffer.byteLength(templateText(template)), BYTES],
    ['resources', countOf(template['Resources']), RESOURCES],
    ['outputs', countOf(template['Outputs']), OUTPUTS],
  ] as const;
  return rows
    .filter(([, count, quota]) => count > quota)
    .map(([what, count, quota]) => diagnose(templateTooLarge, { what, count, quota }));
}

// `--merge FILE`: the user's additions and changes to the CloudFormation template.

export type MergePart =
  | { readonly kind: 'part'; readonly part: Mapping }
  | { readonly kind: 'wrong'; readonly diagnostic: Diagnostic };

/** `path` is the absolute path of the file; `file` is the path that the user typed. */
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
    return isMapping(part) ? { kind: 'part', part } : wrong('has no object at the top level');
  } catch (error) {
    return wrong(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reports resources of `part` that have the same name as a resource of another type in the template. */
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

/** Merges objects at any depth. Any other value in `part` replaces the value in the template. */
export function mergeDeep(template: Mapping, part: Mapping): Mapping {
  const merged = new Map(Object.entries(template));
  for (const [name, value] of Object.entries(part)) {
    const known = merged.get(name);
    merged.set(name, isMapping(known) && isMapping(value) ? mergeDeep(known, value) : value);
  }
  return Object.fromEntries(merged);
}

function bodyOf(
  { cloudFormation, after = [] }: ExportedResource,
  resources: readonly ExportedResource[],
  print: ValuePrinter['print'],
): Json {
  const waited = resources.filter(({ id }) => after.includes(id)).map(idOf);
  return {
    Type: cloudFormation?.type ?? '',
    ...(waited.length > 0 && { DependsOn: waited.toSorted(compareTexts) }),
    // `DeletionPolicy` applies when the stack is deleted, `UpdateReplacePolicy` when another resource replaces this one.
    ...(cloudFormation?.isKept && { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' }),
    Properties: print(cloudFormation?.properties ?? {}),
  };
}

/** Returns the logical id. It contains the version, so that CloudFormation creates a new resource for a new version. */
function idOf(one: ExportedResource): string {
  const { version } = one.cloudFormation ?? {};
  return logicalId(one) + (version ?? '').replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 10);
}

function printerOf(resources: readonly ExportedResource[]): ValuePrinter {
  const namesOf = (
    to: Exclude<ReferenceTarget, { readonly kind: 'joined' | 'json' }>,
  ): readonly [id: string, attribute?: string] => {
    switch (to.kind) {
      case 'attribute': {
        const { found, name } = exportedAttribute(resources, to, 'cloudFormation');
        return name === 'Ref' ? [idOf(found)] : [idOf(found), name];
      }
      case 'place':
        return [PLACES[to.name]];
      case 'code':
        return [parameterOf(to.name)];
    }
  };
  const joined = (parts: readonly (string | Reference)[]): Json => {
    const merged = mergeTexts(parts);
    const [only = ''] = merged;
    if (merged.length < 2) return typeof only === 'string' ? only : reference(only);
    // `Fn::Sub` is easier to read, but would interpret `${` in a string.
    if (merged.some((part) => typeof part === 'string' && part.includes('${'))) {
      const list = merged.map((part) => (typeof part === 'string' ? part : reference(part)));
      return { 'Fn::Join': ['', list] };
    }
    const texts = merged.map((part) => (typeof part === 'string' ? part : `\${${nameIn(part)}}`));
    return { 'Fn::Sub': texts.join('') };
  };
  const nameIn = ({ to }: Reference): string =>
    to.kind === 'joined' || to.kind === 'json' ? '' : namesOf(to).join('.');
  const reference = ({ to }: Reference): Json => {
    if (to.kind === 'joined') return joined(to.parts);
    if (to.kind === 'json') {
      if (isReadAsWritten(to.document)) return printer.print(jsonValue(to.document));
      const escaped = (text: string): string => text.replaceAll('{{resolve:', '{\\u007bresolve:');
      return joined(jsonParts(to.document).map((one) => (isText(one) ? escaped(one) : one)));
    }
    const [id, attribute] = namesOf(to);
    return attribute === undefined ? { Ref: id } : { 'Fn::GetAtt': [id, attribute] };
  };
  const printer = valuePrinter((text) => text, reference);
  return printer;
}

/** Joins adjacent strings, and inlines the parts of nested references. */
function mergeTexts(parts: readonly (string | Reference)[]): readonly (string | Reference)[] {
  const merged: (string | Reference)[] = [];
  for (const part of parts.flatMap(flatten)) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged.splice(-1, 1, last + part);
    else merged.push(part);
  }
  return merged;
}

function flatten(part: string | Reference): readonly (string | Reference)[] {
  return typeof part !== 'string' && part.to.kind === 'joined'
    ? part.to.parts.flatMap(flatten)
    : [part];
}

/** It cannot be escaped in a template: docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html */
const DYNAMIC_REFERENCE = /\{\{resolve:.*\}\}/s;

const INTRINSIC = /^(?:Ref|Fn::.*)$/s;

/** True if CloudFormation accepts the document unchanged: it rejects null, and interprets its own functions and references. */
function isReadAsWritten(document: unknown): boolean {
  if (document === null) return false;
  if (typeof document === 'string') return !DYNAMIC_REFERENCE.test(document);
  if (typeof document !== 'object' || document instanceof OpenText) return true;
  return Object.entries(document).every(
    ([name, value]) => !INTRINSIC.test(name) && isReadAsWritten(value),
  );
}

const PLACES: Readonly<Record<PlaceName, string>> = {
  partition: 'AWS::Partition',
  account: 'AWS::AccountId',
  region: 'AWS::Region',
  domain: 'AWS::URLSuffix',
};

function parameterOf(name: CodeName): string {
  if (name === 'file') throw new Error('CloudFormation takes the code from a bucket');
  return name === 'bucket' ? 'CodeBucket' : 'CodeKey';
}

/** Converts `api_url` to `ApiUrl`, because output names can contain only letters and digits. */
function pascal(name: string): string {
  return name.split('_').map(capitalized).join('');
}

// CloudFormation's limits: docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html

/** The maximum size of a template in a bucket. */
const BYTES = 1_000_000;
const RESOURCES = 500;
const OUTPUTS = 200;

function countOf(part: unknown): number {
  return isMapping(part) ? Object.keys(part).length : 0;
}
