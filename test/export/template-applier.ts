// Creates the resources in one of our CloudFormation templates in the test cloud, in the order of their references. It supports
// only the features that the templates use; anything else is an error.
import type { EndpointType, PatchOperation } from '@aws-sdk/client-api-gateway';
import type { PutRuleCommandInput, Target } from '@aws-sdk/client-eventbridge';
import {
  CreateEventSourceMappingCommand,
  type CreateEventSourceMappingCommandInput,
  CreateFunctionCommand,
  type CreateFunctionCommandInput,
  PublishVersionCommand,
} from '@aws-sdk/client-lambda';
import { CreateScheduleCommand, type CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import {
  type Clients,
  createClients,
  pause,
  untilReady,
} from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { at, mappingIn } from './exports.js';

const ACCOUNT = '123456789012';

/** The location of a zip in a bucket. */
export type StoredCode = {
  readonly bucket: string;
  readonly key: string;
  readonly zip: Uint8Array;
};

/** Returns the values of the template's outputs. The parameters refer to the first zip. */
export async function applyTemplate(
  template: unknown,
  code: StoredCode | readonly StoredCode[],
  cloud: TestCloud,
): Promise<Readonly<Record<string, string>>> {
  const clients = createClients(cloud);
  const stored = [code].flat();
  const [first] = stored;
  const parameters = {
    CodeBucket: { Ref: first?.bucket ?? '' },
    CodeKey: { Ref: first?.key ?? '' },
  };
  const made = new Map<string, Made>(Object.entries({ ...PLACES, ...parameters }));
  const { Resources = {}, Outputs = {} } = mappingIn(template);
  const waiting = new Map(Object.entries(mappingIn(Resources)));
  while (waiting.size > 0) {
    const ready = [...waiting].find(([, resource]) =>
      needsOf(resource).every((id) => made.has(id)),
    );
    if (!ready) throw new Error(`These wait for each other: ${[...waiting.keys()].join()}`);
    const [id, resource] = ready;
    const properties = resolve(at(resource, 'Properties'), made);
    made.set(id, await make(String(at(resource, 'Type')), { id, properties, clients, stored }));
    waiting.delete(id);
  }
  const values = Object.entries(mappingIn(Outputs)).map(([name, output]) => [
    name,
    String(resolve(at(output, 'Value'), made)),
  ]);
  return Object.fromEntries(values) as Readonly<Record<string, string>>; // because both are strings
}

/** The values that a resource provides for `Ref` and for the names in `Fn::GetAtt`. */
type Made = Readonly<Record<string, string>>;

const PLACES: Readonly<Record<string, Made>> = {
  'AWS::Region': { Ref: 'us-east-1' },
  'AWS::AccountId': { Ref: ACCOUNT },
  'AWS::Partition': { Ref: 'aws' },
  'AWS::URLSuffix': { Ref: 'amazonaws.com' },
};

/** Matches a reference in a string for `Fn::Sub`. */
const IN_TEXT = /\$\{(!?)([^}]*)\}/g;

function needsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(needsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]): readonly string[] => {
    if (name === 'Ref') return [String(one)];
    if (name === 'Fn::GetAtt') return [String(at(one, 0))];
    if (name === 'DependsOn') return [one].flat().map(String);
    if (name !== 'Fn::Sub') return needsOf(one);
    const found = [...String(one).matchAll(IN_TEXT)].filter(([, literal]) => literal === '');
    return found.map(([, , target = '']) => target.split('.')[0] ?? '');
  });
}

function resolve(value: unknown, made: ReadonlyMap<string, Made>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, made));
  if (typeof value !== 'object' || value === null) return value;
  const told = (id: string, name: string): string => {
    const answer = made.get(id)?.[name];
    if (answer === undefined) throw new Error(`${id} has no ${name}`);
    return answer;
  };
  const [[key, one] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && key === 'Ref') return told(String(one), 'Ref');
  if (others.length === 0 && key === 'Fn::GetAtt')
    return told(String(at(one, 0)), String(at(one, 1)));
  if (others.length === 0 && key === 'Fn::Sub') {
    return String(one).replaceAll(IN_TEXT, (_, literal: string, target: string) => {
      if (literal !== '') return `\${${target}}`;
      const [id = '', name = 'Ref'] = target.split('.');
      return told(id, name);
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolve(item, made)]),
  );
}

type Making = {
  readonly id: string;
  readonly properties: unknown;
  readonly clients: Clients;
  readonly stored: readonly StoredCode[];
};

async function make(type: string, making: Making): Promise<Made> {
  const maker = MAKERS[type];
  if (!maker) throw new Error(`No template of ours has ${type}`);
  return maker(making);
}

const MAKERS: Readonly<Record<string, (making: Making) => Promise<Made>>> = {
  'AWS::IAM::Role': async ({ properties, clients: { iam } }) => {
    const RoleName = textAt(properties, 'RoleName');
    const document = JSON.stringify(at(properties, 'AssumeRolePolicyDocument'));
    const { Role } = await iam.createRole({
      RoleName,
      AssumeRolePolicyDocument: document,
      Description: textAt(properties, 'Description'),
      Tags: listAt(properties, 'Tags').map(tagOf),
    });
    for (const policy of listAt(properties, 'Policies')) {
      const PolicyDocument = JSON.stringify(at(policy, 'PolicyDocument'));
      const PolicyName = textAt(policy, 'PolicyName');
      await iam.putRolePolicy({ RoleName, PolicyName, PolicyDocument });
    }
    return { Ref: RoleName, Arn: Role?.Arn ?? '' };
  },
  'AWS::Lambda::Function': async ({ properties, clients: { lambda }, stored }) => {
    const { Code, Tags, ReservedConcurrentExecutions, ...settings } = mappingIn(properties);
    const isNamed = ({ bucket, key }: StoredCode): boolean =>
      at(Code, 'S3Bucket') === bucket && at(Code, 'S3Key') === key;
    const code = stored.find(isNamed);
    if (!code) throw new Error('The code comes from elsewhere');
    const tags = listAt({ Tags }, 'Tags').map(tagOf);
    const command = new CreateFunctionCommand({
      ...(settings as Partial<CreateFunctionCommandInput>), // because the rest of the properties are members of this type
      FunctionName: textAt(properties, 'FunctionName'),
      Role: textAt(properties, 'Role'),
      Code: { ZipFile: code.zip },
      Tags: Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
    });
    const { FunctionArn = '', FunctionName = '' } = await patiently(() => lambda.send(command));
    await untilReady(lambda, FunctionName);
    if (typeof ReservedConcurrentExecutions === 'number') {
      await lambda.putFunctionConcurrency({ FunctionName, ReservedConcurrentExecutions });
    }
    return { Ref: FunctionName, Arn: FunctionArn };
  },
  'AWS::Lambda::Version': async ({ properties, clients: { lambda } }) => {
    const FunctionName = textAt(properties, 'FunctionName');
    const CodeSha256 = textAt(properties, 'CodeSha256');
    const Description = textAt(properties, 'Description');
    const command = new PublishVersionCommand({ FunctionName, CodeSha256, Description });
    const { FunctionArn = '' } = await lambda.send(command);
    return { Ref: FunctionArn };
  },
  'AWS::Lambda::Permission': async ({ id, properties, clients: { lambda } }) => {
    await lambda.addPermission({
      FunctionName: textAt(properties, 'FunctionName'),
      Action: textAt(properties, 'Action'),
      Principal: textAt(properties, 'Principal'),
      SourceArn: textAt(properties, 'SourceArn'),
      // As in CloudFormation, the id consists of the names of the stack and the resource, and a unique suffix.
      StatementId: `stack-${id}-1ABCDEF23`,
    });
    return { Ref: id };
  },
  'AWS::ApiGateway::RestApi': async ({ properties, clients: { apiGateway } }) => {
    const tags = listAt(properties, 'Tags').map(tagOf);
    const { id: restApiId = '' } = await apiGateway.createRestApi({
      name: textAt(properties, 'Name'),
      description: textAt(properties, 'Description'),
      endpointConfiguration: {
        types: listAt(at(properties, 'EndpointConfiguration'), 'Types') as EndpointType[], // because the template contains only these values
        vpcEndpointIds: listAt(at(properties, 'EndpointConfiguration'), 'VpcEndpointIds').map(
          String,
        ),
      },
      tags: Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
    });
    const body = Buffer.from(JSON.stringify(at(properties, 'Body')));
    await apiGateway.putRestApi({ restApiId, mode: 'overwrite', body });
    return { Ref: restApiId };
  },
  'AWS::ApiGateway::Deployment': async ({ properties, clients: { apiGateway } }) => {
    const restApiId = textAt(properties, 'RestApiId');
    const description = textAt(properties, 'Description');
    const { id = '' } = await apiGateway.createDeployment({ restApiId, description });
    return { Ref: id, DeploymentId: id };
  },
  'AWS::ApiGateway::Stage': async ({ properties, clients: { apiGateway } }) => {
    const stageName = textAt(properties, 'StageName');
    await apiGateway.createStage({
      restApiId: textAt(properties, 'RestApiId'),
      deploymentId: textAt(properties, 'DeploymentId'),
      description: textAt(properties, 'Description'),
      tracingEnabled: at(properties, 'TracingEnabled') === true,
      stageName,
    });
    const patchOperations = listAt(properties, 'MethodSettings').flatMap(limitPatches);
    const restApiId = textAt(properties, 'RestApiId');
    if (patchOperations.length > 0)
      await apiGateway.updateStage({ restApiId, stageName, patchOperations });
    return { Ref: stageName };
  },
  'AWS::Events::Rule': async ({ properties, clients: { events } }) => {
    const { Targets, EventPattern, Tags, ...rest } = mappingIn(properties);
    const Name = textAt(properties, 'Name');
    const EventBusName = textAt(properties, 'EventBusName');
    await events.putRule({
      ...(rest as Partial<PutRuleCommandInput>), // because the rest of the properties are members of this type
      Name,
      ...(EventPattern !== undefined && { EventPattern: JSON.stringify(EventPattern) }),
      Tags: listAt({ Tags }, 'Tags').map(tagOf),
    });
    const targets = listAt({ Targets }, 'Targets') as Target[]; // because the template has this format
    await events.putTargets({ Rule: Name, EventBusName, Targets: targets });
    return { Ref: Name };
  },
  'AWS::Scheduler::ScheduleGroup': async ({ properties, clients: { scheduler } }) => {
    const Name = textAt(properties, 'Name');
    const Tags = listAt(properties, 'Tags').map(tagOf);
    await scheduler.createScheduleGroup({ Name, Tags });
    return { Ref: Name };
  },
  'AWS::Scheduler::Schedule': async ({ properties, clients: { scheduler } }) => {
    const input = mappingIn(properties) as Partial<CreateScheduleCommandInput>; // because the template has this format
    const command = new CreateScheduleCommand({
      ...input,
      Name: textAt(properties, 'Name'),
      ScheduleExpression: textAt(properties, 'ScheduleExpression'),
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: input.Target,
    });
    await patiently(() => scheduler.send(command));
    return { Ref: command.input.Name ?? '' };
  },
  'AWS::ApiGateway::DomainName': async ({ properties, clients: { apiGateway } }) => {
    const domainName = textAt(properties, 'DomainName');
    const tags = listAt(properties, 'Tags').map(tagOf);
    const answer = await apiGateway.createDomainName({
      domainName,
      regionalCertificateArn: textAt(properties, 'RegionalCertificateArn'),
      securityPolicy: textAt(properties, 'SecurityPolicy') as 'TLS_1_2', // because the template contains only these values
      endpointConfiguration: { types: ['REGIONAL'] },
      tags: Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
    });
    const { regionalDomainName = '', regionalHostedZoneId = '' } = answer;
    return {
      Ref: domainName,
      RegionalDomainName: regionalDomainName,
      RegionalHostedZoneId: regionalHostedZoneId,
    };
  },
  'AWS::ApiGateway::BasePathMapping': async ({ id, properties, clients: { apiGateway } }) => {
    const { BasePath } = mappingIn(properties);
    await apiGateway.createBasePathMapping({
      domainName: textAt(properties, 'DomainName'),
      restApiId: textAt(properties, 'RestApiId'),
      stage: textAt(properties, 'Stage'),
      ...(typeof BasePath === 'string' && { basePath: BasePath }),
    });
    return { Ref: id };
  },
  'AWS::SNS::Subscription': async ({ properties, clients: { sns } }) => {
    const { FilterPolicy, FilterPolicyScope } = mappingIn(properties);
    const { SubscriptionArn = '' } = await sns.subscribe({
      TopicArn: textAt(properties, 'TopicArn'),
      Protocol: textAt(properties, 'Protocol'),
      Endpoint: textAt(properties, 'Endpoint'),
      ReturnSubscriptionArn: true,
      Attributes: {
        ...(FilterPolicy !== undefined && { FilterPolicy: JSON.stringify(FilterPolicy) }),
        ...(typeof FilterPolicyScope === 'string' && { FilterPolicyScope }),
      },
    });
    return { Ref: SubscriptionArn };
  },
  'AWS::Lambda::EventSourceMapping': async ({ properties, clients: { lambda } }) => {
    const { Tags, ...rest } = mappingIn(properties);
    const tags = listAt({ Tags }, 'Tags').map(tagOf);
    const command = new CreateEventSourceMappingCommand({
      ...(rest as Partial<CreateEventSourceMappingCommandInput>), // because the rest of the properties are members of this type
      FunctionName: textAt(properties, 'FunctionName'),
      Tags: Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
    });
    const { UUID = '' } = await patiently(() => lambda.send(command));
    return { Ref: UUID };
  },
  'AWS::Logs::LogGroup': async ({ properties, clients: { logs } }) => {
    const logGroupName = textAt(properties, 'LogGroupName');
    const tags = listAt(properties, 'Tags').map(tagOf);
    const named = Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
    await logs.createLogGroup({ logGroupName, tags: named });
    const retentionInDays = Number(at(properties, 'RetentionInDays'));
    await logs.putRetentionPolicy({ logGroupName, retentionInDays });
    return { Ref: logGroupName };
  },
};

function limitPatches(settings: unknown): readonly PatchOperation[] {
  const method = `${textAt(settings, 'ResourcePath').replace(/^\//, '')}/${textAt(settings, 'HttpMethod')}`;
  const rows = [
    ['rateLimit', at(settings, 'ThrottlingRateLimit')],
    ['burstLimit', at(settings, 'ThrottlingBurstLimit')],
  ] as const;
  return rows.map(([name, value]) => {
    return { op: 'replace', path: `/${method}/throttling/${name}`, value: String(value) };
  });
}

/** Retries the call, because Lambda cannot assume a role immediately after the role was created. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (let left = 40; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      if (left === 0) throw error;
      await pause(25);
    }
  }
}

function textAt(value: unknown, name: string): string {
  const text = at(value, name);
  if (typeof text !== 'string') throw new Error(`${name} is no text`);
  return text;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name);
  return Array.isArray(list) ? list : [];
}

function tagOf(tag: unknown): { readonly Key: string; readonly Value: string } {
  return { Key: textAt(tag, 'Key'), Value: textAt(tag, 'Value') };
}
