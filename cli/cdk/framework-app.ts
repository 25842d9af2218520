/**
 * `framework/cdk`: an application inside an AWS CDK stack.
 *
 * @module
 */
import { join, resolve } from 'node:path';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { type IRole, Role } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { Construct } from 'constructs';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  isMapping,
  listOf,
  type Mapping,
  mappingAt,
  mappingOf,
} from '../../compiler/json-values.js';
import { readOwnTag } from '../ship/stage/own-tag.js';

// Exports an application's template for the CDK. Constructs are synchronous, so the export runs in a separate process and
// blocks until that process ends.

type ExportedTemplate = {
  /** The template without outputs, which would become outputs of the whole stack. */
  readonly file: string;
  readonly code: string;
  readonly functions: readonly TemplateFunction[];
  /** The logical id; undefined for an application without routes. */
  readonly api: string | undefined;
  readonly apiStage: string | undefined;
};

type TemplateFunction = {
  /** `api_handler`, `stream_handler`, or the name of the function in the source. */
  readonly key: string;
  readonly logicalId: string;
  /** The logical id of the role that is created for the function, or the ARN of an existing role. */
  readonly role: { readonly logicalId: string } | { readonly arn: string };
};

const PROGRAM = new URL('../cli/main.js', import.meta.url);
const FOLDER = '.framework/build';

/** Exports the template. If the application cannot be exported, throws an error that contains the output of the command. */
function exportTemplate(directory: string, stage: string): ExportedTemplate {
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

/** Derives the key from the AWS name: `<app>-<stage>` for the API function, `<app>-<stage>-<key>` for any other function. */
function keyOf(name: string, { Tags, Handler }: Mapping): string {
  if (Handler === 'index.stream') return 'stream_handler';
  const owner = listOf(Tags)
    .map((tag) => readOwnTag(String(mappingOf(tag)['Value'])))
    .find((one) => one !== undefined);
  const base = owner ? `${owner.app}-${owner.stage}` : '';
  return name === base ? 'api_handler' : name.slice(base.length + 1);
}

/** The properties of {@link FrameworkApp}. */
export type FrameworkAppProps = {
  /** The folder of the application, relative to the working directory. */
  readonly directory: string;
  /** The stage whose configuration is used; defaults to `dev`. */
  readonly stage?: string;
};

/**
 * An application as part of a stack: its functions, their roles, the API and its stage, with the same names as in `framework
 * deploy`. It is compiled when the stack is synthesized; AWS is not called.
 *
 * @example
 * const api = new FrameworkApp(this, 'Api', { directory: '../shop', stage: 'prod' });
 * table.grantReadWriteData(api.functions.api_handler); new CfnOutput(this, 'Url', { value: api.url });
 */
export class FrameworkApp extends Construct {
  /**
   * The functions by key: `api_handler` serves the routes, `stream_handler` serves the streaming routes, and all others have
   * the names that the source gives them.
   */
  readonly functions: Readonly<Record<string, IFunction>>;
  /** The role of the function that serves the routes; if there are no routes, the role of the first function. */
  readonly role: IRole;
  /** The URL of the API, with a trailing slash; undefined if there are no routes. */
  readonly url: string | undefined;
  /** The id of the REST API; undefined if there are no routes. */
  readonly apiId: string | undefined;
  /** Every resource by its logical id in `framework export`, to modify settings that the application does not define. */
  readonly template: CfnInclude;

  private readonly logicalIds: ReadonlyMap<string, string>;

  constructor(scope: Construct, id: string, { directory, stage = 'dev' }: FrameworkAppProps) {
    super(scope, id);
    const exported = exportTemplate(resolve(directory), stage);
    const code = new Asset(this, 'Code', { path: exported.code });
    this.template = new CfnInclude(this, 'Template', {
      templateFile: exported.file,
      // Two applications in the same stack must not have the same logical ids.
      preserveLogicalIds: false,
      parameters: { CodeBucket: code.s3BucketName, CodeKey: code.s3ObjectKey },
    });
    this.logicalIds = new Map(exported.functions.map(({ key, logicalId }) => [key, logicalId]));
    const roles = new Map<string, IRole>();
    // Functions have their own scope, because a function may have the same name as another construct.
    const scopeOfFunctions = new Construct(this, 'Functions');
    const made = exported.functions.map((one) => {
      const role = this.roleOf(one, roles);
      return { key: one.key, role, function: this.functionOf(one, role, scopeOfFunctions) };
    });
    const served = made.find(({ key }) => key === 'api_handler') ?? made[0];
    if (!served) throw new Error(`The application in ${directory} has no function`);
    this.role = served.role;
    this.functions = Object.fromEntries(made.map((one) => [one.key, one.function]));
    this.apiId = exported.api && this.template.getResource(exported.api).ref;
    this.url =
      this.apiId &&
      `https://${this.apiId}.execute-api.${Stack.of(this).region}.${Aws.URL_SUFFIX}/${exported.apiStage ?? ''}/`;
  }

  /**
   * Adds an environment variable to a function, for a value that the configuration cannot know, such as the name of a table in
   * the stack. `key` is a key of `functions`; defaults to `api_handler`.
   * @example
   * api.addEnvironmentVariable('ORDERS', table.tableName);
   */
  addEnvironmentVariable(name: string, value: string, key = 'api_handler'): void {
    const logicalId = this.logicalIds.get(key);
    if (logicalId === undefined) {
      const known = [...this.logicalIds.keys()].join(', ');
      throw new Error(`The application has no function ${key}. Its functions: ${known}`);
    }
    this.template
      .getResource(logicalId)
      .addPropertyOverride(`Environment.Variables.${name}`, value);
  }

  /** Creates one construct for each role, because functions can share a role. */
  private roleOf({ role }: TemplateFunction, known: Map<string, IRole>): IRole {
    const name = 'arn' in role ? role.arn : role.logicalId;
    const found = known.get(name);
    if (found) return found;
    const made =
      'arn' in role
        ? Role.fromRoleArn(this, `GivenRole ${name}`, name)
        : Role.fromRoleName(this, `${name}Role`, this.template.getResource(name).ref);
    known.set(name, made);
    return made;
  }

  private functionOf(
    { key, logicalId }: TemplateFunction,
    role: IRole,
    scope: Construct,
  ): IFunction {
    return LambdaFunction.fromFunctionAttributes(scope, key, {
      functionArn: this.template.getResource(logicalId).getAtt('Arn').toString(),
      role,
      sameEnvironment: true,
    });
  }
}
