// Prints a stage as a plain CloudFormation template, without a transform.
import { capitalized } from '../../../compiler/free-names.js';
import { compareTexts } from '../../../compiler/text-order.js';
import type {
  CodeName,
  ExportedResource,
  PlaceName,
  Reference,
  ReferenceTarget,
} from '../stage/exported.js';
import type { StageExport } from './export-stage.js';
import { exportedAttribute, type Json, valuePrinter, type ValuePrinter } from './print-value.js';
import { logicalId } from './template-names.js';

export type Template = {
  readonly Resources: { readonly [name: string]: Json };
} & { readonly [name: string]: Json };

/** The parameters for the place of the zip. */
const PARAMETERS = {
  CodeBucket: { Type: 'String', Description: 'The bucket that package.zip is in' },
  CodeKey: { Type: 'String', Description: 'The key of package.zip in it' },
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

/** The logical id. It contains the version, so that CloudFormation creates a new resource for a new version. */
function idOf(one: ExportedResource): string {
  const { version } = one.cloudFormation ?? {};
  return version === undefined ? logicalId(one) : logicalId(one) + shortOf(version);
}

function shortOf(version: string): string {
  return version.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 10);
}

function printerOf(resources: readonly ExportedResource[]): ValuePrinter {
  const namesOf = (
    to: Exclude<ReferenceTarget, { readonly kind: 'joined' }>,
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
  /** The reference as it stands inside of the text of `Fn::Sub`. */
  const part = ({ to }: Reference): string => {
    if (to.kind !== 'joined') return `\${${namesOf(to).join('.')}}`;
    return to.parts
      .map((one) => (typeof one === 'string' ? one.replaceAll('${', '${!') : part(one)))
      .join('');
  };
  const reference = (value: Reference): Json => {
    if (value.to.kind === 'joined') return { 'Fn::Sub': part(value) };
    const [id, attribute] = namesOf(value.to);
    return attribute === undefined ? { Ref: id } : { 'Fn::GetAtt': [id, attribute] };
  };
  return valuePrinter({ text: (text) => text, reference });
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

/** `api_url` is `ApiUrl`: names of outputs are letters and digits. */
function pascal(name: string): string {
  return name.split('_').map(capitalized).join('');
}
