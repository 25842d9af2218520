// The policy of a function (AddPermission, GetPolicy, RemovePermission) and its tags. Each change creates a new revision of the
// function.
import {
  type CloudFunction,
  type FunctionBook,
  type LambdaCall,
  type LambdaOperations,
  NO_CONTENT,
  type Statement,
  calledName,
  checkRevision,
  findFunction,
  findVersion,
  ok,
  readFunctionName,
  revisionOf,
  withNewRevision,
  writeStatement,
} from './function-book.js';
import { failed, type Members, textOf, wireName } from '../members.js';
import {
  conflict,
  invalidParameter,
  notFound,
  preconditionFailed,
  readMembers,
  textMapOf,
  validation,
} from './members.js';

const POLICY_PATH = '/2015-03-31/functions/{name}/policy';

const MEMBERS = 'FunctionName StatementId! Action! Principal! SourceArn SourceAccount RevisionId';

export const PERMISSION_OPERATIONS: LambdaOperations = {
  AddPermission: {
    http: `POST ${POLICY_PATH}`,
    run: (call, book) => {
      const members = readMembers(call.body, MEMBERS);
      const statement = readStatement(members);
      const policy = policyPlace(call, book);
      checkRevision(members, policy.owner.latest, book.clock);
      const statements = statementsAt(policy);
      if (statements.some(({ id }) => id === statement.id))
        throw conflict(
          `The statement id (${statement.id}) provided already exists. Please provide a new statement id, or remove the existing statement.`,
        );
      changeStatements(policy, [...statements, statement]);
      return ok({ Statement: JSON.stringify(writeStatement(statement, policy.arn)) }, 201);
    },
  },
  GetPolicy: {
    http: `GET ${POLICY_PATH}`,
    run: (call, book) => {
      const location = policyPlace(call, book);
      const statements = statementsAt(location);
      if (statements.length === 0) throw notFound(`No policy found for: ${location.arn}`);
      const policy = {
        Version: '2012-10-17',
        Id: 'default',
        Statement: statements.map((statement) => writeStatement(statement, location.arn)),
      };
      const revision = revisionOf(location.owner.latest, book.clock);
      return ok({ Policy: JSON.stringify(policy), RevisionId: revision });
    },
  },
  RemovePermission: {
    http: `DELETE ${POLICY_PATH}/{statement}`,
    run: (call, book) => {
      const location = policyPlace(call, book);
      const revision = call.query.get('RevisionId');
      if (revision !== null && revision !== revisionOf(location.owner.latest, book.clock))
        throw preconditionFailed();
      const id = decodeURIComponent(call.captures['statement'] ?? '');
      const statements = statementsAt(location);
      if (statements.length === 0)
        throw notFound('No policy is associated with the given resource.');
      const rest = statements.filter((statement) => statement.id !== id);
      if (rest.length === statements.length)
        throw notFound(`Statement ${id} is not found in resource policy.`);
      changeStatements(location, rest);
      return NO_CONTENT;
    },
  },
};

/** The object that a policy is attached to: the function, or one of its versions. */
type PolicyPlace = {
  readonly owner: CloudFunction;
  readonly qualifier: string;
  readonly arn: string;
};

function policyPlace(call: LambdaCall, book: FunctionBook): PolicyPlace {
  const name = calledName(call, book);
  const { owner } = findVersion(book, name);
  const { qualifier } = name;
  if (qualifier === '$LATEST')
    throw invalidParameter('We currently do not support adding policies for $LATEST.');
  const arn = qualifier === undefined ? owner.arn : `${owner.arn}:${qualifier}`;
  return { owner, qualifier: qualifier ?? '', arn };
}

function statementsAt({ owner, qualifier }: PolicyPlace): readonly Statement[] {
  return owner.policies.get(qualifier) ?? [];
}

function changeStatements({ owner, qualifier }: PolicyPlace, next: readonly Statement[]): void {
  owner.policies.set(qualifier, next);
  owner.latest = withNewRevision(owner.latest);
}

const RULES: readonly (readonly [member: string, pattern: RegExp])[] = [
  ['StatementId', /^[a-zA-Z0-9-_]{1,100}$/],
  ['Action', /^(?:lambda:\*|lambda:[a-zA-Z]+|\*)$/],
  [
    'SourceArn',
    /^arn:(?:aws[a-zA-Z0-9-]*):[a-zA-Z0-9-]+:(?:[a-z]{2}(?:-gov)?-[a-z]+-\d)?:(?:\d{12})?:.*$/,
  ],
  ['SourceAccount', /^\d{12}$/],
];

function readStatement(members: Members): Statement {
  const problems = RULES.flatMap(([member, pattern]) => {
    const value = textOf(members, member);
    if (value === undefined || pattern.test(value)) return [];
    const rule = `satisfy regular expression pattern: ${pattern.source}`;
    return [failed(wireName(member), rule, value)];
  });
  if (problems.length > 0) throw validation(...problems);
  const principal = textOf(members, 'Principal') ?? '';
  if (
    !/^(?:\*|\d{12}|arn:aws:iam::\d{12}:.+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.amazonaws\.com)$/.test(
      principal,
    )
  )
    throw invalidParameter(
      'The provided principal was invalid. Please check the principal and try again.',
    );
  return {
    id: textOf(members, 'StatementId') ?? '',
    action: textOf(members, 'Action') ?? '',
    principal,
    sourceArn: textOf(members, 'SourceArn'),
    sourceAccount: textOf(members, 'SourceAccount'),
  };
}

const TAGS_PATH = '/2017-03-31/tags/{arn}';
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

export function checkTags(tags: Readonly<Record<string, string>>): void {
  const entries = Object.entries(tags);
  if (entries.length > 50) throw invalidParameter('Number of tags exceeds resource tag limit.');
  for (const [key, value] of entries) {
    if (key.toLowerCase().startsWith('aws:'))
      throw invalidParameter("Tag keys starting with 'aws:' are reserved for internal use.");
    if (key.length === 0 || key.length > 128 || value.length > 256 || !TAG.test(key + value))
      throw invalidParameter(`The tag ${key} has a key or a value that is not valid.`);
  }
}

export const TAG_OPERATIONS: LambdaOperations = {
  TagResource: {
    http: `POST ${TAGS_PATH}`,
    run: (call, book) => {
      const members = readMembers(call.body, 'Resource Tags:text-map!');
      const owner = taggedFunction(call, book);
      const { tags } = owner;
      const given = textMapOf(members, 'Tags') ?? {};
      if (Object.keys(given).length === 0)
        throw invalidParameter('An error occurred and the request cannot be processed.');
      checkTags({ ...Object.fromEntries(tags), ...given });
      for (const [key, value] of Object.entries(given)) tags.set(key, value);
      owner.latest = withNewRevision(owner.latest);
      return NO_CONTENT;
    },
  },
  UntagResource: {
    http: `DELETE ${TAGS_PATH}`,
    run: (call, book) => {
      const owner = taggedFunction(call, book);
      const { tags } = owner;
      const keys = call.query.getAll('tagKeys');
      if (keys.length === 0) throw validation(failed('tagKeys', 'not be null', null));
      for (const key of keys) tags.delete(key);
      owner.latest = withNewRevision(owner.latest);
      return NO_CONTENT;
    },
  },
  ListTags: {
    http: `GET ${TAGS_PATH}`,
    run: (call, book) => ok({ Tags: Object.fromEntries(taggedFunction(call, book).tags) }),
  },
};

function taggedFunction({ captures }: LambdaCall, book: FunctionBook): CloudFunction {
  const arn = decodeURIComponent(captures['arn'] ?? '');
  if (!arn.startsWith('arn:aws:lambda:')) {
    const rule =
      'satisfy regular expression pattern: arn:(aws[a-zA-Z-]*):lambda:[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:.*';
    throw validation(failed('resource', rule, arn));
  }
  const name = readFunctionName(book, arn);
  if (name.qualifier !== undefined)
    throw invalidParameter(
      'Tags on function aliases and versions are not supported. Please specify a function ARN.',
    );
  return findFunction(book, name);
}
