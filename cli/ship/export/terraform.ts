// Prints a stage as Terraform JSON, which OpenTofu also reads. The version constraints have no upper limit. The file does not
// configure a provider: the user does that, in a file next to it or in the calling module.
import { indentedJson } from '../../../compiler/json-values.js';
import { compareTexts } from '../../../compiler/groups.js';
import type { ExportedResource, PlaceName, Reference } from '../stage/exported.js';
import {
  type StageExport,
  exportedAttribute,
  exportedById,
  type Json,
  jsonParts,
  terraformName,
  valuePrinter,
  type ValuePrinter,
} from './export-stage.js';

/** The zip file with the code of the functions, in the folder of the template. */
export const CODE_FILE = 'package.zip';

export function terraformJson(stage: StageExport): string {
  const resources = stage.resources.filter(({ terraform }) => terraform);
  const printer = printerOf(resources);
  const imports = stage.adoptions.map(({ resource, importId }) => ({
    to: printer.addressOf(resource),
    id: escape(importId),
  }));
  const outputs = stage.outputs.map(({ name, key, meaning, value }): readonly [string, Json] => [
    key === undefined ? name : `${name}_${terraformName({ key })}`,
    { description: escape(meaning), value: printer.print(value) },
  ]);
  const [latest] = resources
    .flatMap(({ terraform }) => terraform?.needs ?? [])
    .toSorted((left, right) => right.version.localeCompare(left.version, 'en', { numeric: true }));
  const document: Json = {
    '//': `${stage.description}: written by \`framework export\`, so changes belong in its source.`,
    terraform: {
      ...(latest && {
        '//': `Version ${latest.version} or later of the aws provider is required for ${latest.setting}.`,
      }),
      required_version: '>= 1.5',
      required_providers: {
        aws: { source: 'hashicorp/aws', version: `>= ${latest?.version ?? '5.0'}` },
      },
    },
    data: {
      aws_caller_identity: { current: {} },
      aws_partition: { current: {} },
      aws_region: { current: {} },
    },
    resource: byType(resources, printer),
    ...(outputs.length > 0 && { output: Object.fromEntries(outputs) }),
    ...(imports.length > 0 && { import: imports }),
  };
  return indentedJson(document);
}

type Printer = ValuePrinter & {
  /** `aws_iam_role.this` */
  readonly addressOf: (id: string) => string;
};

function byType(resources: readonly ExportedResource[], printer: Printer): Json {
  const types = [...new Set(resources.map((one) => one.terraform?.type ?? ''))];
  const rows = types.toSorted(compareTexts).map((type) => {
    const ofType = resources.filter(({ terraform }) => terraform?.type === type);
    const named = ofType.map((one): readonly [string, Json] => [
      nameOf(one),
      bodyOf(one, resources, printer),
    ]);
    return [type, Object.fromEntries(named.toSorted(([a], [b]) => compareTexts(a, b)))] as const;
  });
  return Object.fromEntries(rows);
}

function bodyOf(
  { terraform, after = [] }: ExportedResource,
  resources: readonly ExportedResource[],
  printer: Printer,
): Json {
  const printed = {
    ...printer.printMapping(terraform?.properties ?? {}),
    ...(terraform?.isKept && { lifecycle: { prevent_destroy: true } }),
  };
  const waited = after.filter((id) => resources.some((one) => one.id === id));
  if (waited.length === 0) return printed;
  return { ...printed, depends_on: waited.map((id) => printer.addressOf(id)) };
}

function nameOf(one: ExportedResource): string {
  const { suffix } = one.terraform ?? {};
  return suffix === undefined ? terraformName(one) : `${terraformName(one)}_${suffix}`;
}

function printerOf(resources: readonly ExportedResource[]): Printer {
  const addressOf = (id: string): string => {
    const found = exportedById(resources, id);
    return `${found.terraform?.type}.${nameOf(found)}`;
  };
  const expression = ({ to }: Reference): string => {
    switch (to.kind) {
      case 'attribute': {
        const { name } = exportedAttribute(resources, to, 'terraform');
        return `\${${addressOf(to.resource)}.${name}}`;
      }
      case 'place':
        return PLACES[to.name];
      case 'code':
        if (to.name !== 'file') throw new Error('Terraform takes the code from a file');
        return `\${path.module}/${CODE_FILE}`;
      case 'joined':
        return textOf(to.parts);
      case 'json':
        return textOf(jsonParts(to.document));
    }
  };
  const textOf = (parts: readonly (string | Reference)[]): string =>
    parts.map((part) => (typeof part === 'string' ? escape(part) : expression(part))).join('');
  return { addressOf, ...valuePrinter(escape, expression) };
}

const PLACES: Readonly<Record<PlaceName, string>> = {
  partition: '${data.aws_partition.current.partition}',
  account: '${data.aws_caller_identity.current.account_id}',
  // The attribute `name` is deprecated in version 6 of the provider, and version 5 does not have the attribute `region`.
  region: '${data.aws_region.current.id}',
  domain: '${data.aws_partition.current.dns_suffix}',
};

/**
 * In the JSON syntax, every string is a template (developer.hashicorp.com/terraform/language/syntax/json), and `$${` is a
 * literal `${`. If there are more signs before the brace, Terraform would take the first two as the escape sequence.
 */
function escape(text: string): string {
  return text.replaceAll(/([$%]+)\{/g, (_, signs: string) =>
    signs.length === 1 ? `${signs}${signs}{` : `\${"${signs}"}{`,
  );
}
