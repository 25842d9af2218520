// The template of an application for the CDK, which makes constructs at once: so the export runs in a process of its own, that is
// waited for.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isMapping,
  listOf,
  type Mapping,
  mappingAt,
  mappingOf,
} from '../../compiler/json-values.js';
import { readOwnTag } from '../ship/stage/own-tag.js';

export type ExportedTemplate = {
  /** Without outputs, which would be outputs of the whole stack. */
  readonly file: string;
  readonly code: string;
  readonly functions: readonly TemplateFunction[];
  /** The logical id; undefined for an application without routes. */
  readonly api: string | undefined;
  /** The name of the stage of the API. */
  readonly apiStage: string | undefined;
};

export type TemplateFunction = {
  /** `api_handler`, or the name of the function in the source. */
  readonly key: string;
  readonly logicalId: string;
  /** The logical id of the role that it has, or the ARN of one that is given. */
  readonly role: { readonly logicalId: string } | { readonly arn: string };
};

const PROGRAM = new URL('../cli/main.js', import.meta.url);
const FOLDER = '.framework/build';

/** Throws with what the program says when the application cannot be exported. */
export function exportTemplate(directory: string, stage: string): ExportedTemplate {
  const folder = join(directory, FOLDER, `cdk-${stage}`);
  const words = ['export', '--format', 'cloudformation', '--stage', stage, '--out', folder];
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [fileURLToPath(PROGRAM), ...words, '--project-dir', directory],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`The application in ${directory} has problems.\n${stderr}`);
  const exported: unknown = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8'));
  const { Outputs, ...template } = mappingOf(exported);
  const file = join(folder, 'stack.json');
  writeFileSync(file, JSON.stringify(template, undefined, 2));
  const resources = Object.entries(mappingAt(template, 'Resources'));
  const ofType = (type: string): readonly (readonly [string, Mapping])[] =>
    resources.flatMap(([id, resource]) => {
      if (!isMapping(resource) || resource['Type'] !== type) return [];
      return [[id, mappingAt(resource, 'Properties')] as const];
    });
  const [stageOfApi] = ofType('AWS::ApiGateway::Stage');
  return {
    file,
    code: join(folder, 'package.zip'),
    functions: ofType('AWS::Lambda::Function').map(functionOf),
    api: ofType('AWS::ApiGateway::RestApi')[0]?.[0],
    apiStage: stageOfApi && String(stageOfApi[1]['StageName']),
  };
}

function functionOf([logicalId, properties]: readonly [string, Mapping]): TemplateFunction {
  const { Role, FunctionName } = properties;
  const target = mappingAt(properties, 'Role')['Fn::GetAtt'];
  const [named] = listOf(target);
  return {
    logicalId,
    key: keyOf(String(FunctionName), properties),
    role: typeof named === 'string' ? { logicalId: named } : { arn: String(Role) },
  };
}

/** The name of a function is that of the stage, and its key. */
function keyOf(name: string, { Tags }: Mapping): string {
  const owner = listOf(Tags)
    .map((tag) => readOwnTag(String(mappingOf(tag)['Value'])))
    .find((one) => one !== undefined);
  const base = owner ? `${owner.app}-${owner.stage}` : '';
  return name === base ? 'api_handler' : name.slice(base.length + 1);
}
