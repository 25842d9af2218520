// Systems Manager: the standard parameters of Parameter Store, over JSON 1.1. A SecureString is encrypted with alias/aws/ssm,
// whose policy allows everyone in the account to use it through Systems Manager:
// docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
import { invalid, jsonService, type JsonOperations } from '../json-service.js';
import { listOf, type Members, pageOf, textOf, tagsOf, textsOf, unmet } from '../members.js';
import type { RefusedCall, Place, Service } from '../service.js';

type ParameterVersion = {
  readonly value: string;
  readonly version: number;
  readonly changedAt: number;
};

type StoredParameter = ParameterVersion & {
  readonly name: string;
  readonly type: string;
  readonly tags: Map<string, string>;
  readonly description: string | undefined;
  /** Oldest first. */
  readonly earlier: readonly ParameterVersion[];
  /** Versions by label. */
  readonly labels: Map<string, number>;
};

/** docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-versions.html */
const MOST_VERSIONS = 100;

export type ParameterStore = Place & {
  readonly parameters: Map<string, StoredParameter>;
};

const OWN_KEY = 'alias/aws/ssm';

const OPERATIONS: JsonOperations<ParameterStore> = {
  PutParameter: {
    takes: `Name! Value! Type KeyId Overwrite:boolean Tags:list Tier Description DataType
      AllowedPattern Policies`,
    resource: nameArn,
    run: (members, store) => {
      const name = textOf(members, 'Name') ?? '';
      const value = textOf(members, 'Value') ?? '';
      const known = store.parameters.get(name);
      const isOverwritten = members['Overwrite'] === true;
      const tags = tagsOf(members);
      checkName(name);
      if (value === '') throw outOfRange('value', 'have length greater than or equal to 1');
      if (value.length > 4096)
        throw invalid(
          'Standard tier parameters support a maximum parameter value of 4096 characters. To create a larger parameter value, upgrade the parameter to use the advanced-parameter tier. For more information, see https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html',
        );
      if (tags.size > 0 && isOverwritten)
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
        tags: known?.tags ?? tags,
        description: textOf(members, 'Description') ?? known?.description,
        earlier: known ? [...known.earlier, known].slice(1 - MOST_VERSIONS).map(versionOf) : [],
        labels: known?.labels ?? new Map<string, number>(),
      });
      return { Version: version, Tier: 'Standard' };
    },
  },
  GetParameter: {
    takes: 'Name! WithDecryption:boolean',
    resource: nameArn,
    run: (members, store) => ({
      Parameter: shown(selectedOf(members, store), store, members['WithDecryption'] === true),
    }),
  },
  GetParameters: {
    takes: 'Names:list! WithDecryption:boolean',
    resource: namesArns,
    run: (members, store) => {
      const names = namesIn(members);
      const found = names.map((name) => selected(name, store));
      const isPlain = members['WithDecryption'] === true;
      return {
        Parameters: found.flatMap((one) => (one ? [shown(one, store, isPlain)] : [])),
        InvalidParameters: names.filter((_, index) => found[index] === undefined),
      };
    },
  },
  GetParametersByPath: {
    takes: `Path! Recursive:boolean ParameterFilters:list WithDecryption:boolean MaxResults:integer
      NextToken`,
    resource: (members, store) => arnOf(textOf(members, 'Path')?.replace(/\/$/, '') ?? '', store),
    run: (members, store) => {
      const path = textOf(members, 'Path') ?? '';
      if (!path.startsWith('/'))
        throw invalid('The parameter path must begin with a forward slash (/).');
      const size = sizeIn(members, 10);
      const start = `${path.replace(/\/$/, '')}/`;
      const isDeep = members['Recursive'] === true;
      const found = filtered(members, store)
        .filter(({ name }) => name.startsWith(start))
        .filter(({ name }) => isDeep || !name.slice(start.length).includes('/'))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const { items, next } = pageOf(found, members, size);
      const isPlain = members['WithDecryption'] === true;
      return { Parameters: items.map((one) => shown(one, store, isPlain)), ...next };
    },
  },
  GetParameterHistory: {
    takes: 'Name! WithDecryption:boolean MaxResults:integer NextToken',
    resource: nameArn,
    run: (members, store) => {
      const found = parameterOf(members, store);
      const isPlain = members['WithDecryption'] === true;
      const versions = [...found.earlier, found].map((one) => ({ ...found, ...versionOf(one) }));
      const { items, next } = pageOf(versions, members, sizeIn(members, 50));
      return {
        Parameters: items.map((one) => ({
          ...shown(one, store, isPlain),
          Labels: [...found.labels].filter(([, at]) => at === one.version).map(([label]) => label),
          Tier: 'Standard',
          Policies: [],
        })),
        ...next,
      };
    },
  },
  DescribeParameters: {
    takes: 'ParameterFilters:list MaxResults:integer NextToken',
    run: (members, store) => {
      const size = sizeIn(members, 50);
      const { items, next } = pageOf(filtered(members, store), members, size);
      return {
        Parameters: items.map(({ name, type, version, changedAt, description }) => ({
          Name: name,
          ARN: arnOf(name, store),
          Type: type,
          Version: version,
          Tier: 'Standard',
          DataType: 'text',
          LastModifiedDate: changedAt / 1000,
          LastModifiedUser: `arn:aws:iam::${store.account}:user/tester`,
          ...(description !== undefined && { Description: description }),
          ...(type === 'SecureString' && { KeyId: OWN_KEY }),
        })),
        ...next,
      };
    },
  },
  LabelParameterVersion: {
    takes: 'Name! ParameterVersion:integer Labels:list!',
    resource: nameArn,
    run: (members, store) => {
      const found = parameterOf(members, store);
      const version = Number(members['ParameterVersion'] ?? found.version);
      if (![...found.earlier, found].some((one) => one.version === version))
        throw invalid(versionText(found.name), 'ParameterVersionNotFound');
      const given = textsOf(members, 'Labels');
      const wrong = given.filter((one) => !/^(?!\d|aws|ssm)[\w.-]{1,100}$/i.test(one));
      for (const one of given) if (!wrong.includes(one)) found.labels.set(one, version);
      return { InvalidLabels: wrong, ParameterVersion: version };
    },
  },
  DeleteParameter: {
    takes: 'Name!',
    resource: nameArn,
    run: (members, store) => {
      store.parameters.delete(parameterOf(members, store).name);
    },
  },
  DeleteParameters: {
    takes: 'Names:list!',
    resource: namesArns,
    run: (members, store) => {
      const names = namesIn(members);
      const known = names.filter((name) => store.parameters.delete(name));
      return {
        DeletedParameters: known,
        InvalidParameters: names.filter((name) => !known.includes(name)),
      };
    },
  },
  ListTagsForResource: {
    takes: 'ResourceType! ResourceId!',
    resource: resourceArn,
    run: (members, store) => ({
      TagList: [...taggedOf(members, store).tags].map(([Key, Value]) => ({ Key, Value })),
    }),
  },
  AddTagsToResource: {
    takes: 'ResourceType! ResourceId! Tags:list!',
    resource: resourceArn,
    run: (members, store) => {
      const { tags } = taggedOf(members, store);
      for (const [key, value] of tagsOf(members)) tags.set(key, value);
    },
  },
  RemoveTagsFromResource: {
    takes: 'ResourceType! ResourceId! TagKeys:list!',
    resource: resourceArn,
    run: (members, store) => {
      const { tags } = taggedOf(members, store);
      for (const key of textsOf(members, 'TagKeys')) tags.delete(key);
    },
  },
};

export function createSsm(store: ParameterStore): Service {
  return jsonService({
    name: 'ssm',
    target: 'AmazonSSM',
    version: '1.1',
    store,
    operations: OPERATIONS,
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

function namesIn(members: Members): readonly string[] {
  const names = textsOf(members, 'Names');
  if (names.length <= 10) return names;
  throw outOfRange('names', 'have length less than or equal to 10');
}

function outOfRange(member: string, constraint: string): RefusedCall {
  return invalid(unmet(member, constraint));
}

function parameterOf(members: Members, store: ParameterStore): StoredParameter {
  const found = storedParameter(textOf(members, 'Name') ?? '', store);
  // The real service sends this error without a message.
  if (!found) throw invalid('', 'ParameterNotFound');
  return found;
}

/** Finds a parameter by name or ARN. An ARN does not tell whether the name begins with a slash. */
function storedParameter(text: string, { parameters }: ParameterStore) {
  const [, inArn] = /^arn:aws:ssm:[^:]+:\d+:parameter(\/.+)$/.exec(text) ?? [];
  if (inArn === undefined) return parameters.get(text);
  return parameters.get(inArn) ?? parameters.get(inArn.slice(1));
}

/**
 * Finds a parameter by `name`, `name:3` or `name:live`:
 * docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-working.html
 */
function selected(text: string, store: ParameterStore): StoredParameter | undefined {
  const whole = storedParameter(text, store);
  if (whole) return whole;
  const [, name = '', selector = ''] = /^(.+):([^:/]+)$/.exec(text) ?? [];
  const found = storedParameter(name, store);
  if (!found) return undefined;
  const version = /^\d+$/.test(selector) ? Number(selector) : found.labels.get(selector);
  const wanted = [...found.earlier, found].find((one) => one.version === version);
  return wanted && { ...found, ...versionOf(wanted) };
}

function selectedOf(members: Members, store: ParameterStore): StoredParameter {
  const text = textOf(members, 'Name') ?? '';
  const found = selected(text, store);
  if (found) return found;
  const [, name] = /^(.+):[^:/]+$/.exec(text) ?? [];
  if (name !== undefined && storedParameter(name, store))
    throw invalid(versionText(name), 'ParameterVersionNotFound');
  throw invalid('', 'ParameterNotFound');
}

function versionText(name: string): string {
  return `Systems Manager could not find version of ${name}. Verify the version and try again.`;
}

function versionOf({ value, version, changedAt }: ParameterVersion): ParameterVersion {
  return { value, version, changedAt };
}

function taggedOf(members: Members, { parameters }: ParameterStore): StoredParameter {
  const found = parameters.get(textOf(members, 'ResourceId') ?? '');
  if (found && members['ResourceType'] === 'Parameter') return found;
  throw invalid('The resource ID is not valid.', 'InvalidResourceId');
}

function sizeIn(members: Members, most: number): number {
  const size = Number(members['MaxResults'] ?? most);
  if (size >= 1 && size <= most) return size;
  throw outOfRange('maxResults', `have value less than or equal to ${most}`);
}

function shown(
  { name, type, value, version, changedAt }: StoredParameter,
  store: ParameterStore,
  isPlain: boolean,
): object {
  const isHidden = type === 'SecureString' && !isPlain;
  return {
    Name: name,
    Type: type,
    Value: isHidden ? `AQICAHg${Buffer.from(`${name} ${version}`).toString('base64')}` : value,
    Version: version,
    LastModifiedDate: changedAt / 1000,
    ARN: arnOf(name, store),
    DataType: 'text',
  };
}

function filtered(members: Members, { parameters }: ParameterStore): StoredParameter[] {
  const filters = listOf(members, 'ParameterFilters').map(filterOf);
  return [...parameters.values()].filter((one) => filters.every((fits) => fits(one)));
}

function filterOf(filter: Members): (one: StoredParameter) => boolean {
  const key = textOf(filter, 'Key');
  const option = textOf(filter, 'Option') ?? 'Equals';
  const values = textsOf(filter, 'Values');
  const isPath = key === 'Path' && option === 'Recursive';
  if (values.length === 0 || (isPath && values.some((value) => !/^\/[\w./-]*$/.test(value))))
    throw invalid('The filter value is not valid.', 'InvalidFilterValue');
  switch (`${key ?? ''} ${option}`) {
    case 'Path Recursive':
      return ({ name }) => values.some((path) => name.startsWith(`${path.replace(/\/$/, '')}/`));
    case 'Name Equals':
      return ({ name }) => values.includes(name);
    case 'Name BeginsWith':
      return ({ name }) => values.some((start) => name.startsWith(start));
    default:
      throw invalid(
        `The local cloud does not support the filter ${JSON.stringify(filter)}.`,
        'InvalidFilterKey',
      );
  }
}

function nameArn(members: Members, store: ParameterStore): string {
  return arnOf(textOf(members, 'Name') ?? '', store);
}

function namesArns(members: Members, store: ParameterStore): readonly string[] {
  return textsOf(members, 'Names').map((name) => arnOf(name, store));
}

function resourceArn(members: Members, store: ParameterStore): string {
  return arnOf(textOf(members, 'ResourceId') ?? '', store);
}

/** Returns the ARN without the version or label that the name contains. */
function arnOf(name: string, { region, account }: ParameterStore): string {
  if (name.startsWith('arn:')) return name;
  return `arn:aws:ssm:${region}:${account}:parameter/${name.replace(/^\//, '').replace(/:.*$/, '')}`;
}
