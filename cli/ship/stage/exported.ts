// An exported resource as data: its form in Terraform and CloudFormation, whose values may refer to other resources and to the
// account and region. `cli/ship/export/` prints it (docs/decisions/export.md).
import {
  ACCOUNT_PLACEHOLDER,
  PARTITION_PLACEHOLDER,
  REGION_PLACEHOLDER,
} from '../../../compiler/openapi/openapi-document.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { isMapping } from '../../../compiler/json-values.js';
import type { Tags } from '../../cloud/cloud.js';

/** What a resource type adds to an export. */
export type Exported = {
  readonly resources: readonly ExportedResource[];
  readonly outputs?: readonly ExportedOutput[];
  /** Warnings about settings that no format has. */
  readonly diagnostics?: readonly Diagnostic[];
};

export type ExportedResource = {
  /** The id by which other exported resources refer to it: `function shop-dev`. */
  readonly id: string;
  /** The first part of its name in templates: `Function`. */
  readonly kind: string;
  /** The second part: the key of a function; undefined for the only resource of a kind. */
  readonly key?: string;
  /** Ids of resources that have to be there before it, beyond those that it refers to. */
  readonly after?: readonly string[];
  /** Ids of those that have to wait for it. */
  readonly before?: readonly string[];
  /** Undefined when the format writes it as a part of another resource. */
  readonly terraform?: TerraformResource;
  readonly cloudFormation?: CloudFormationResource;
};

export type TerraformResource = {
  /** `aws_iam_role`. */
  readonly type: string;
  /** Tells it from another of its type and key. */
  readonly suffix?: string;
  /** The version of the AWS provider that knows it: `6.20`; 5.0 unless it says so. */
  readonly needs?: string;
  readonly properties: ExportedMapping;
  readonly attributes?: Attributes;
};

export type CloudFormationResource = {
  /** `AWS::IAM::Role`. */
  readonly type: string;
  readonly properties: ExportedMapping;
  /** `Ref` stands for what `Ref` gives, any other name for `Fn::GetAtt`. */
  readonly attributes?: Attributes;
  /** True when it stays after the stack lost it. */
  readonly isKept?: true;
  /** A part of the logical id: with another version it is another resource. */
  readonly version?: string;
};

export type ExportedOutput = {
  /** `function_arn`, and the key of the function. */
  readonly name: string;
  readonly key?: string;
  readonly meaning: string;
  readonly value: ExportedValue;
};

/** The names that the format has for the attributes of a resource. */
type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

export type AttributeName = 'arn' | 'id' | 'name' | 'target' | 'zone';

export type ExportedValue =
  string | number | boolean | Reference | readonly ExportedValue[] | ExportedMapping;

/** A member that is undefined is left out. */
export type ExportedMapping = { readonly [name: string]: ExportedValue | undefined };

export function isExportedList(
  value: ExportedMapping | readonly ExportedValue[],
): value is readonly ExportedValue[] {
  return Array.isArray(value);
}

/** Every reference of a resource type is to a resource that is exported too. */
export function exportedById(resources: readonly ExportedResource[], id: string): ExportedResource {
  const found = resources.find((one) => one.id === id);
  if (!found) throw new Error(`Nothing that is exported is called ${id}`);
  return found;
}

/** A value that is known when the resource is made. */
export class Reference {
  readonly to: ReferenceTarget;

  constructor(to: ReferenceTarget) {
    this.to = to;
  }
}

export type ReferenceTarget =
  | { readonly kind: 'attribute'; readonly resource: string; readonly attribute: AttributeName }
  | { readonly kind: 'place'; readonly name: PlaceName }
  /** The place of the zip that the functions run: Terraform has a file, CloudFormation a bucket and a key in it. */
  | { readonly kind: 'code'; readonly name: CodeName }
  | { readonly kind: 'joined'; readonly parts: readonly (string | Reference)[] };

export type PlaceName = 'partition' | 'account' | 'region' | 'domain';
export type CodeName = 'file' | 'bucket' | 'objectKey';

export function attributeOf(resource: string, attribute: AttributeName): Reference {
  return new Reference({ kind: 'attribute', resource, attribute });
}

export function placeOf(name: PlaceName): Reference {
  return new Reference({ kind: 'place', name });
}

export function codePlace(name: CodeName): Reference {
  return new Reference({ kind: 'code', name });
}

/** joined`arn:${placeOf('partition')}:s3:::bucket` */
export function joined(
  texts: TemplateStringsArray,
  ...values: readonly (string | Reference)[]
): Reference {
  const parts = texts.flatMap((text, index) => [text, values[index] ?? '']);
  return new Reference({ kind: 'joined', parts: parts.filter((part) => part !== '') });
}

const PLACEHOLDERS: Readonly<Record<string, PlaceName>> = {
  [PARTITION_PLACEHOLDER]: 'partition',
  [ACCOUNT_PLACEHOLDER]: 'account',
  [REGION_PLACEHOLDER]: 'region',
};

/** The region of a desired state that is exported: it is for every one. */
export function isAnyRegion(region: string): boolean {
  return region === REGION_PLACEHOLDER;
}

/** The text with references where it has placeholders of the place. */
export function placed(text: string): string | Reference {
  const parts = text.split(/(\{\{(?:partition|account|region)\}\})/).filter((part) => part !== '');
  const isPlaceholder = (part: string): boolean => Object.hasOwn(PLACEHOLDERS, part);
  if (!parts.some(isPlaceholder)) return text;
  return new Reference({
    kind: 'joined',
    parts: parts.map((part) => {
      const name = PLACEHOLDERS[part];
      return name === undefined ? part : placeOf(name);
    }),
  });
}

/** A document as the text of a property. */
export function jsonText(document: unknown): string | Reference {
  return placed(JSON.stringify(document));
}

/** A document as the value of a property. */
export function jsonValue(document: unknown): ExportedValue {
  if (Array.isArray(document)) return document.map(jsonValue);
  if (isMapping(document)) {
    const members = Object.entries(document).filter(([, value]) => value !== undefined);
    return Object.fromEntries(members.map(([name, value]) => [name, jsonValue(value)]));
  }
  if (typeof document === 'string') return placed(document);
  if (typeof document === 'number' || typeof document === 'boolean') return document;
  throw new TypeError(`Templates have no ${String(document)}`);
}

/** Tags as Terraform takes them. */
export function tagMapping(tags: Tags): ExportedMapping {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, placed(value)]));
}

/** Tags as CloudFormation takes them, sorted. */
export function tagList(tags: Tags): readonly ExportedMapping[] {
  return Object.keys(tags)
    .toSorted()
    .map((Key) => ({ Key, Value: placed(tags[Key] ?? '') }));
}

/** Which resource of the cloud is the one of a template: an import block of Terraform. */
export type Adoption = {
  /** The id of the exported resource. */
  readonly resource: string;
  /** As Terraform's `import` takes it. */
  readonly importId: string;
};
