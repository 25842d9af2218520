// Describes the desired state of a stage as resources for other tools, collected from all resource types.
import { createHash } from 'node:crypto';
import { RESOURCE_TYPES } from '../resources/registry.js';
import {
  type Adoption,
  type ExportProblem,
  type ExportedMapping,
  type ExportedOutput,
  type ExportedResource,
  type ExportedValue,
  Reference,
  type ReferenceTarget,
  placeholder,
} from '../stage/exported.js';
import { ownDescription } from '../stage/own-tag.js';
import type { ResourceType } from '../stage/resource-type.js';
import type { Desired, Observed } from '../stage/states.js';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import { type ObservedApp, observeApp } from '../deploy/observe.js';
import { isFirst } from '../deploy/plan-deploy.js';
import { nothingToAdopt } from './export-catalogue.js';
import { isMapping } from '../../../compiler/json-values.js';
import { OpenText } from '../../../compiler/openapi/openapi-document.js';
import { capitalized } from '../../../compiler/free-names.js';
import { API_HANDLER, STREAM_HANDLER } from '../../config/stage-config.js';

export type StageExport = {
  readonly description: string;
  readonly resources: readonly ExportedResource[];
  readonly outputs: readonly ExportedOutput[];
  readonly problems: readonly ExportProblem[];
  readonly adoptions: readonly Adoption[];
};

type Adopting = { readonly observed: Observed; readonly region: string };

/** The region in the desired state is a placeholder. */
export function exportStage(desired: Desired, adopting: Adopting | undefined): StageExport {
  const parts = RESOURCE_TYPES.map((type) => type.exported?.resources(desired, adopting?.observed));
  const adoptedBy = ({ exported }: ResourceType): readonly Adoption[] =>
    (adopting && exported?.adopted?.({ ...desired, region: adopting.region }, adopting.observed)) ??
    [];
  return {
    description: ownDescription(desired),
    resources: inOrder(parts.flatMap((part) => part?.resources ?? [])),
    outputs: parts.flatMap((part) => part?.outputs ?? []),
    problems: parts.flatMap((part) => part?.problems ?? []),
    adoptions: RESOURCE_TYPES.flatMap(adoptedBy),
  };
}

type AdoptRequest = {
  readonly cloud: Cloud;
  /** The application, whose desired state has no region. */
  readonly app: ObservedApp;
};

type AdoptedStage =
  | { readonly kind: 'adopted'; readonly desired: Desired; readonly stage: StageExport }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Reads the deployed resources. It does not use the record because an import needs more than names. */
export async function adoptStage({ cloud, app }: AdoptRequest): Promise<AdoptedStage> {
  const { region } = cloud;
  const { desired } = app;
  const placed = { ...app, desired: app.desiredIn(region) };
  const found = await observeApp(placed, { cloud, state: undefined });
  if (found.kind === 'refused') return found;
  const { observed } = found;
  if (isFirst(observed)) {
    const data = { app: desired.app, stage: desired.stage, region };
    return { kind: 'refused', diagnostics: [diagnose(nothingToAdopt, data)] };
  }
  // Only roles may have different names in this region.
  const named = RESOURCE_TYPES.reduce<Desired>(
    (all, { read }) => read?.nameFound?.(all, observed) ?? all,
    { ...desired, region },
  );
  const neutral = { ...named, region: desired.region };
  return { kind: 'adopted', desired: neutral, stage: exportStage(neutral, { observed, region }) };
}

/** Converts `before` to `after`, because a template can only say what a resource depends on. */
function inOrder(resources: readonly ExportedResource[]): readonly ExportedResource[] {
  return resources.map((resource) => {
    const first = resources.filter(({ before }) => before?.includes(resource.id));
    const after = [...(resource.after ?? []), ...first.map(({ id }) => id)];
    return after.length === 0 ? resource : { ...resource, after };
  });
}

export type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

export type ValuePrinter = {
  readonly print: (value: ExportedValue) => Json;
  readonly printMapping: (mapping: ExportedMapping) => { readonly [name: string]: Json };
};

export function valuePrinter(
  text: (text: string) => string,
  reference: (value: Reference) => Json,
): ValuePrinter {
  const printMapping: ValuePrinter['printMapping'] = (mapping) => {
    const rows = Object.entries(mapping).flatMap(([name, value]) =>
      value === undefined ? [] : [[text(name), print(value)] as const],
    );
    return Object.fromEntries(rows);
  };
  const print: ValuePrinter['print'] = (value) => {
    if (value instanceof Reference) return reference(value);
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object') return value;
    return isList(value) ? value.map(print) : printMapping(value);
  };
  return { print, printMapping };
}

/** Converts a JSON document from the application to text, in parts. */
export function jsonParts(value: unknown): readonly (string | Reference)[] {
  if (value instanceof OpenText) return ['"', ...textParts(value), '"'];
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  const isArray = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const inner = members.flatMap(([name, member], index) => [
    `${index === 0 ? '' : ','}${isArray ? '' : `${JSON.stringify(name)}:`}`,
    ...jsonParts(member),
  ]);
  return isArray ? ['[', ...inner, ']'] : ['{', ...inner, '}'];
}

/** Converts a JSON document from the application to a value of an export. */
export function jsonValue(value: unknown): ExportedValue {
  if (value instanceof OpenText) return new Reference({ kind: 'joined', parts: textParts(value) });
  if (Array.isArray(value)) return value.map(jsonValue);
  if (isMapping(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, jsonValue(member)]));
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  throw new TypeError(`Templates have no ${String(value)}`);
}

/** Returns the exported resource with the given id. Every reference points to an exported resource. */
export function exportedById(resources: readonly ExportedResource[], id: string): ExportedResource {
  const found = resources.find((one) => one.id === id);
  if (!found) throw new Error(`Nothing that is exported is called ${id}`);
  return found;
}

/** Returns the resource that has an attribute, and the attribute's name in an export format. */
export function exportedAttribute(
  resources: readonly ExportedResource[],
  { resource, attribute }: ReferenceTarget & { readonly kind: 'attribute' },
  format: 'cloudFormation' | 'terraform',
): { readonly found: ExportedResource; readonly name: string } {
  const found = exportedById(resources, resource);
  const name = found[format]?.attributes?.[attribute];
  if (name === undefined) throw new Error(`${resource} has no ${attribute}`);
  return { found, name };
}

/** Returns a name that consists only of letters and digits: `FunctionResize`. */
export function logicalId({ kind, key }: TemplateResource): string {
  return kind + (key === undefined ? '' : pascal(key));
}

/** Returns the name of a Terraform resource: `resize`, or `this` for the only one of its type. */
export function terraformName({ key }: Pick<TemplateResource, 'key'>): string {
  if (key === undefined) return 'this';
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)
    ? key
    : `_${key.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_${digest(key)}`;
}

function isList(
  value: ExportedMapping | readonly ExportedValue[],
): value is readonly ExportedValue[] {
  return Array.isArray(value);
}

function textParts({ parts }: OpenText): readonly (string | Reference)[] {
  return parts.map((part) => (typeof part === 'string' ? part : placeholder(part.open)));
}

// Names the resources within a template. A key always produces the same name, whatever other resources exist, because a renamed
// resource would be recreated.

type TemplateResource = { readonly kind: string; readonly key?: string };

const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  [API_HANDLER, 'ApiHandler'],
  [STREAM_HANDLER, 'StreamHandler'],
]);

/** The digest at the end distinguishes keys that differ only in characters that a logical id cannot contain. */
function pascal(key: string): string {
  const own = OWN_NAMES.get(key);
  if (own !== undefined) return own;
  const words = key.split(/[^A-Za-z0-9]+/);
  const text = words.map(capitalized).join('');
  const isPlain = /^[a-z][A-Za-z0-9]*$/.test(key) && ![...OWN_NAMES.values()].includes(text);
  return isPlain ? text : `${text}${digest(key)}`;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 6);
}
