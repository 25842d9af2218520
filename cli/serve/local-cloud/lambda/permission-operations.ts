// The policy of a function: AddPermission, GetPolicy, RemovePermission. Each change creates a new revision of the function.
import {
  type CloudFunction,
  type FunctionBook,
  revisionOf,
  withNewRevision,
  findVersion,
  type Statement,
  writeStatement,
  calledName,
  type LambdaCall,
  type LambdaOperations,
  NO_CONTENT,
  ok,
  checkRevision,
} from './function-book.js';
import { type Members, textOf, wireName } from '../members.js';
import {
  readMembers,
  conflict,
  failed,
  invalidParameter,
  notFound,
  preconditionFailed,
  validation,
} from './members.js';

const PATH = '/2015-03-31/functions/{name}/policy';

const MEMBERS = 'FunctionName StatementId! Action! Principal! SourceArn SourceAccount RevisionId';

export const PERMISSION_OPERATIONS: LambdaOperations = {
  AddPermission: {
    http: `POST ${PATH}`,
    run: (call, book) => {
      const members = readMembers(call.body, MEMBERS);
      const statement = readStatement(members);
      const place = policyPlace(call, book);
      checkRevision(members, place.owner.latest, book.clock);
      const statements = statementsAt(place);
      if (statements.some(({ id }) => id === statement.id))
        throw conflict(
          `The statement id (${statement.id}) provided already exists. Please provide a new statement id, or remove the existing statement.`,
        );
      changeStatements(place, [...statements, statement]);
      return ok({ Statement: JSON.stringify(writeStatement(statement, place.arn)) }, 201);
    },
  },
  GetPolicy: {
    http: `GET ${PATH}`,
    run: (call, book) => {
      const place = policyPlace(call, book);
      const statements = statementsAt(place);
      if (statements.length === 0) throw notFound(`No policy found for: ${place.arn}`);
      const policy = {
        Version: '2012-10-17',
        Id: 'default',
        Statement: statements.map((statement) => writeStatement(statement, place.arn)),
      };
      const revision = revisionOf(place.owner.latest, book.clock);
      return ok({ Policy: JSON.stringify(policy), RevisionId: revision });
    },
  },
  RemovePermission: {
    http: `DELETE ${PATH}/{statement}`,
    run: (call, book) => {
      const place = policyPlace(call, book);
      const revision = call.query.get('RevisionId');
      if (revision !== null && revision !== revisionOf(place.owner.latest, book.clock))
        throw preconditionFailed();
      const id = decodeURIComponent(call.captures['statement'] ?? '');
      const statements = statementsAt(place);
      if (statements.length === 0)
        throw notFound('No policy is associated with the given resource.');
      const rest = statements.filter((statement) => statement.id !== id);
      if (rest.length === statements.length)
        throw notFound(`Statement ${id} is not found in resource policy.`);
      changeStatements(place, rest);
      return NO_CONTENT;
    },
  },
};

/** What a policy is attached to: the function, or one of its versions. */
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
    const rule = `Member must satisfy regular expression pattern: ${pattern.source}`;
    return [failed(value, wireName(member), rule)];
  });
  if (problems.length > 0) throw validation(problems);
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
