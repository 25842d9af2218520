// Systems Manager: JSON 1.1, the parameters of its Parameter Store in the standard tier. A SecureString is encrypted with
// alias/aws/ssm, whose policy lets everyone in the account use it through Systems Manager:
// docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
import {
  invalid,
  isMembers,
  jsonService,
  type JsonOperation,
  listOf,
  type Members,
  textOf,
  textsOf,
} from '../json-service.js';
import type { RefusedCall } from '../refused-call.js';
import type { CloudClock, Service } from '../service.js';

type StoredParameter = {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly version: number;
  readonly changedAt: number;
  readonly tags: Map<string, string>;
};

export type ParameterStore = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly parameters: Map<string, StoredParameter>;
};

type Operation = JsonOperation<ParameterStore>;

const OWN_KEY = 'alias/aws/ssm';

const put: Operation = {
  name: 'PutParameter',
  isWrite: true,
  members: {
    Name: 'text',
    Value: 'text',
    Type: 'text',
    KeyId: 'text',
    Overwrite: 'boolean',
    Tags: 'list',
    Tier: 'text',
    Description: 'text',
  },
  required: ['Name', 'Value'],
  resource: nameArn,
  run: (members, store) => {
    const name = textOf(members, 'Name') ?? '';
    const value = textOf(members, 'Value') ?? '';
    const known = store.parameters.get(name);
    const isOverwritten = members['Overwrite'] === true;
    const tags = listOf(members, 'Tags');
    checkName(name);
    if (value === '') throw outOfRange('value', 'have length greater than or equal to 1');
    if (value.length > 4096)
      throw invalid(
        'Standard tier parameters support a maximum parameter value of 4096 characters. To create a larger parameter value, upgrade the parameter to use the advanced-parameter tier. For more information, see https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html',
      );
    if (tags.length > 0 && isOverwritten)
      throw invalid(
        "Invalid request: tags and overwrite can't be used together. To create a parameter with tags, please remove overwrite flag. To update tags for an existing parameter, please use AddTagsToResource or RemoveTagsFromResource.",
      );
    if (known && !isOverwritten)
      throw invalid(
        'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
        'ParameterAlreadyExists',
      );
    const type = textOf(members, 'Type') ?? known?.type;
    if (type === undefined)
      throw invalid('A parameter type is required when you create a parameter.');
    if (!['String', 'StringList', 'SecureString'].includes(type))
      throw outOfRange('type', 'satisfy enum value set: [SecureString, StringList, String]');
    if (known && known.type !== type)
      throw invalid(
        `Parameter Store doesn't support changing a parameter type in a hierarchy. ${name} is of the type ${known.type}.`,
        'HierarchyTypeMismatchException',
      );
    checkKey(textOf(members, 'KeyId'), type);
    const version = (known?.version ?? 0) + 1;
    store.parameters.set(name, {
      ...{ name, type, value, version },
      changedAt: store.clock.now(),
      tags: known?.tags ?? tagsOf(tags),
    });
    return { Version: version, Tier: 'Standard' };
  },
};

const get: Operation = {
  name: 'GetParameter',
  isWrite: false,
  members: { Name: 'text', WithDecryption: 'boolean' },
  required: ['Name'],
  resource: nameArn,
  run: (members, store) => ({
    Parameter: shown(parameterOf(members, store), store, members['WithDecryption'] === true),
  }),
};

const getSome: Operation = {
  name: 'GetParameters',
  isWrite: false,
  members: { Names: 'list', WithDecryption: 'boolean' },
  required: ['Names'],
  resource: (_, { region, account }) => `arn:aws:ssm:${region}:${account}:*`,
  run: (members, store) => {
    const names = textsOf(members, 'Names');
    if (names.length > 10) throw outOfRange('names', 'have length less than or equal to 10');
    const found = names.flatMap((name) => store.parameters.get(name) ?? []);
    const isPlain = members['WithDecryption'] === true;
    return {
      Parameters: found.map((one) => shown(one, store, isPlain)),
      InvalidParameters: names.filter((name) => !store.parameters.has(name)),
    };
  },
};

const describeAll: Operation = {
  name: 'DescribeParameters',
  isWrite: false,
  members: { ParameterFilters: 'list', MaxResults: 'integer', NextToken: 'text' },
  required: [],
  // It cannot be narrowed: docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html
  resource: () => '*',
  run: (members, { parameters }) => {
    const size = Number(members['MaxResults'] ?? 50);
    if (size < 1 || size > 50)
      throw outOfRange('maxResults', 'have value less than or equal to 50');
    const filters = listOf(members, 'ParameterFilters').map(filterOf);
    const found = [...parameters.values()].filter((one) => filters.every((fits) => fits(one)));
    const start = Number(textOf(members, 'NextToken') ?? 0);
    const end = start + size;
    return {
      Parameters: found.slice(start, end).map(({ name, type, version, changedAt }) => ({
        Name: name,
        Type: type,
        Version: version,
        Tier: 'Standard',
        LastModifiedDate: changedAt / 1000,
        ...(type === 'SecureString' && { KeyId: OWN_KEY }),
      })),
      ...(end < found.length && { NextToken: String(end) }),
    };
  },
};

const remove: Operation = {
  name: 'DeleteParameter',
  isWrite: true,
  members: { Name: 'text' },
  required: ['Name'],
  resource: nameArn,
  run: (members, store) => {
    store.parameters.delete(parameterOf(members, store).name);
    return {};
  },
};

const listTags: Operation = {
  name: 'ListTagsForResource',
  isWrite: false,
  members: { ResourceType: 'text', ResourceId: 'text' },
  required: ['ResourceType', 'ResourceId'],
  resource: (members, store) => nameArn({ Name: members['ResourceId'] }, store),
  run: (members, store) => {
    const found = store.parameters.get(textOf(members, 'ResourceId') ?? '');
    if (!found || members['ResourceType'] !== 'Parameter')
      throw invalid('The resource ID is not valid.', 'InvalidResourceId');
    return { TagList: [...found.tags].map(([Key, Value]) => ({ Key, Value })) };
  },
};

export function createSsm(store: ParameterStore): Service {
  return jsonService({
    name: 'ssm',
    target: 'AmazonSSM',
    version: '1.1',
    store,
    operations: [put, get, getSome, describeAll, remove, listTags],
    inventory: () => [...store.parameters.keys()].map((name) => `parameter ${name}`),
  });
}

/** docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html */
function checkName(name: string): void {
  if (!/^(?:\/[\w.-]+)+$|^[\w.-]+$/.test(name) || /^\/?(?:aws|ssm)/i.test(name))
    throw invalid(
      'Parameter name: can\'t be prefixed with "aws" or "ssm" (case-insensitive). If formed as a path, it can consist of sub-paths divided by slash symbol; each sub-path can be formed as a mix of letters, numbers and the following 3 symbols .-_',
    );
  if (name.split('/').length > 16)
    throw invalid(
      'A hierarchy can have a maximum of 15 levels.',
      'HierarchyLevelLimitExceededException',
    );
  if (name.length > 1011) throw outOfRange('name', 'have length less than or equal to 1011');
}

function checkKey(key: string | undefined, type: string): void {
  if (key === undefined) return;
  if (type !== 'SecureString')
    throw invalid('KeyId is required for SecureString type parameter only.');
  if (key !== OWN_KEY) throw invalid(`Alias ${key} is not found.`, 'InvalidKeyId');
}

function outOfRange(member: string, constraint: string): RefusedCall {
  return invalid(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must ${constraint}`,
  );
}

function parameterOf(members: Members, { parameters }: ParameterStore): StoredParameter {
  const found = parameters.get(textOf(members, 'Name') ?? '');
  // The real one has no message.
  if (!found) throw invalid('', 'ParameterNotFound');
  return found;
}

function shown(
  { name, type, value, version, changedAt }: StoredParameter,
  { region, account }: ParameterStore,
  isPlain: boolean,
): object {
  const isHidden = type === 'SecureString' && !isPlain;
  return {
    Name: name,
    Type: type,
    Value: isHidden
      ? `AQICAHg${Buffer.from(`${name} ${String(version)}`).toString('base64')}`
      : value,
    Version: version,
    LastModifiedDate: changedAt / 1000,
    ARN: arnOf(name, region, account),
    DataType: 'text',
  };
}

function filterOf(filter: Members): (one: StoredParameter) => boolean {
  const key = textOf(filter, 'Key');
  const option = textOf(filter, 'Option') ?? 'Equals';
  const values = textsOf(filter, 'Values');
  if (values.length === 0) throw invalid('The filter value is not valid.', 'InvalidFilterValue');
  switch (`${key ?? ''} ${option}`) {
    case 'Path Recursive':
      for (const value of values)
        if (!/^\/[\w./-]*$/.test(value))
          throw invalid('The filter value is not valid.', 'InvalidFilterValue');
      return ({ name }) => values.some((path) => name.startsWith(`${path.replace(/\/$/, '')}/`));
    case 'Name Equals':
      return ({ name }) => values.includes(name);
    case 'Name BeginsWith':
      return ({ name }) => values.some((start) => name.startsWith(start));
    default:
      throw invalid(
        `The test cloud leaves out the filter ${JSON.stringify(filter)}.`,
        'InvalidFilterKey',
      );
  }
}

function tagsOf(tags: readonly Members[]): Map<string, string> {
  return new Map(
    tags.filter(isMembers).map((tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? '']),
  );
}

function nameArn(members: Members, { region, account }: ParameterStore): string {
  return arnOf(textOf(members, 'Name') ?? '', region, account);
}

function arnOf(name: string, region: string, account: string): string {
  return `arn:aws:ssm:${region}:${account}:parameter/${name.replace(/^\//, '')}`;
}
