// An exported resource: its Terraform and CloudFormation forms, whose values may refer to other resources, the account and the
// region. `cli/ship/export/` prints it (docs/decisions/export.md).
import { ANY_REGION } from '../../../compiler/openapi/openapi-document.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { compareTexts } from '../../../compiler/groups.js';
import type { SourcePosition } from '../../../runtime/contract/manifest.js';
import type { Tags } from '../../cloud/cloud.js';
import { REGION_TAG } from '../../config/limits.js';

export type Exported = {
  readonly resources: readonly ExportedResource[];
  readonly outputs?: readonly ExportedOutput[];
  /** Settings that neither format can express. */
  readonly problems?: readonly ExportProblem[];
};

export type ExportProblem = { readonly diagnostic: Diagnostic; readonly from: Origin | undefined };

/** The part of the application that an exported resource or a problem comes from. */
export type Origin = {
  /** The key of the function. */
  readonly function: string;
  /** The function's event source; undefined for the function itself. */
  readonly at?: SourcePosition;
  /** The name of one of the function's environment variables, which are set in the configuration. */
  readonly variable?: string | undefined;
};

export type ExportedResource = {
  /** The id that other exported resources use to refer to it: `function shop-dev`. */
  readonly id: string;
  /** The first part of the resource's name in templates: `Function`. */
  readonly kind: string;
  /** The second part: the key of a function; undefined for the only resource of a kind. */
  readonly key?: string;
  /** The origin of the resource's texts; undefined if none comes from the application's source or configuration. */
  readonly from?: Origin;
  /** The ids of resources that must exist first, in addition to those that this one refers to. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  /** The resource in each format; undefined if the format includes it in another resource. */
  readonly terraform?: TerraformResource;
  readonly cloudFormation?: CloudFormationResource;
};

export type TerraformResource = {
  readonly type: string;
  /** Distinguishes the resource from another one with the same type and key. */
  readonly suffix?: string;
  /** The first version of the AWS provider that supports a setting, `6.20`, and the setting; defaults to 5.0. */
  readonly needs?: { readonly version: string; readonly setting: string };
  readonly properties: ExportedMapping;
  readonly attributes?: Attributes;
  /** True if Terraform rejects a plan that destroys the resource. */
  readonly isKept?: true;
};

export type CloudFormationResource = {
  readonly type: string;
  readonly properties: ExportedMapping;
  /** CloudFormation's names for the attributes: `Ref` for the result of `Ref`, any other name for `Fn::GetAtt`. */
  readonly attributes?: Attributes;
  /** True if the resource is kept when it is removed from its stack. */
  readonly isKept?: true;
  /** A part of the logical id. With a different version, it is a different resource. */
  readonly version?: string;
};

export type ExportedOutput = {
  /** For example, `function_arn`. `key` is the key of the function. */
  readonly name: string;
  readonly key?: string;
  readonly meaning: string;
  readonly value: ExportedValue;
};

type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

export type AttributeName = 'arn' | 'id' | 'name' | 'stream' | 'target' | 'zone';

export type ExportedValue =
  string | number | boolean | Reference | readonly ExportedValue[] | ExportedMapping;

/** Undefined members are omitted. */
export type ExportedMapping = { readonly [name: string]: ExportedValue | undefined };

/** A value that is known after the resource is created. */
export class Reference {
  readonly to: ReferenceTarget;

  constructor(to: ReferenceTarget) {
    this.to = to;
  }
}

export type ReferenceTarget =
  | { readonly kind: 'attribute'; readonly resource: string; readonly attribute: AttributeName }
  | { readonly kind: 'place'; readonly name: PlaceName }
  /** The location of the zip file of the functions: a file for Terraform, a bucket and a key for CloudFormation. */
  | { readonly kind: 'code'; readonly name: CodeName }
  | { readonly kind: 'joined'; readonly parts: readonly (string | Reference)[] }
  /** A document whose keys and strings are not interpreted by the format. It may contain an `OpenText`. */
  | { readonly kind: 'json'; readonly document: unknown };

export type PlaceName = 'partition' | 'account' | 'region' | 'domain';
export type CodeName = 'file' | 'bucket' | 'objectKey';

export function attributeOf(resource: string, attribute: AttributeName): Reference {
  return new Reference({ kind: 'attribute', resource, attribute });
}

export function placeholder(name: PlaceName): Reference {
  return new Reference({ kind: 'place', name });
}

export function codePlace(name: CodeName): Reference {
  return new Reference({ kind: 'code', name });
}

/** Builds a text with references: joined`arn:${placeholder('partition')}:s3:::bucket` */
export function joined(
  texts: TemplateStringsArray,
  ...values: readonly (string | Reference)[]
): Reference {
  const parts = texts.flatMap((text, index) => [text, values[index] ?? '']);
  return new Reference({ kind: 'joined', parts: parts.filter((part) => part !== '') });
}

/** True if the region is the placeholder of an export that can be used in any region. */
export function isAnyRegion(region: string): boolean {
  return region === ANY_REGION;
}

/** Returns an ARN in the account and region of the template. */
export function arnHere(service: string, resource: string | Reference): Reference {
  const place = joined`${placeholder('region')}:${placeholder('account')}`;
  return joined`arn:${placeholder('partition')}:${service}:${place}:${resource}`;
}

export function json(document: unknown): Reference {
  return new Reference({ kind: 'json', document });
}

/** A value, its name in each format (undefined if the format has none), and its value in CloudFormation if that differs. */
export type ExportRow = readonly [
  value: ExportedValue | undefined,
  terraform: string | undefined,
  cloudFormation: string | undefined,
  inCloudFormation?: ExportedValue | undefined,
];

/** Describes a resource in both formats. `attributes` contains both names of each attribute that other resources refer to. */
export function bothFormats(
  [terraform, cloudFormation]: readonly [terraform: string, cloudFormation: string],
  rows: readonly ExportRow[],
  attributes: Readonly<Partial<Record<AttributeName, readonly [string, string]>>> = {},
): { readonly terraform: TerraformResource; readonly cloudFormation: CloudFormationResource } {
  const names = (side: 0 | 1): Attributes =>
    Object.fromEntries(Object.entries(attributes).map(([name, both]) => [name, both[side]]));
  return {
    terraform: { type: terraform, properties: terraformOf(rows), attributes: names(0) },
    cloudFormation: {
      type: cloudFormation,
      properties: cloudFormationOf(rows),
      attributes: names(1),
    },
  };
}

function terraformOf(rows: readonly ExportRow[]): ExportedMapping {
  return Object.fromEntries(
    rows.flatMap(([value, name]) => (name === undefined ? [] : [[name, value]])),
  );
}

function cloudFormationOf(rows: readonly ExportRow[]): ExportedMapping {
  return Object.fromEntries(
    rows.flatMap(([value, , name, ...other]) =>
      name === undefined ? [] : [[name, other.length > 0 ? other[0] : value]],
    ),
  );
}

export function tagsRow(tags: Tags): ExportRow {
  const values = Object.entries(tags).map(([key, value]) => [key, tagValue(key, value)] as const);
  const list = values.toSorted(([a], [b]) => compareTexts(a, b));
  const inCloudFormation = list.map(([Key, Value]) => ({ Key, Value }));
  return [Object.fromEntries(values), 'tags', 'Tags', inCloudFormation];
}

/** The region in a role's tag becomes a reference in an export for any region. */
function tagValue(key: string, value: string): ExportedValue {
  return key === REGION_TAG && isAnyRegion(value) ? placeholder('region') : value;
}

/** The existing resource that a resource in the template adopts. In Terraform, this becomes an import block. */
export type Adoption = {
  readonly resource: string;
  readonly importId: string;
};
