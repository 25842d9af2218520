// The types that users see are written manually, because they contain rules; they must have the options of the compiler's
// tables, with the same descriptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../compiler/kinds/registry.js';

const RUNTIME = join(import.meta.dirname, '../../runtime');

/** The file and name of each options type, by how the source introduces the options. */
const TYPES: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'new Framework({ ... })': ['api.ts', 'FrameworkOptions'],
  'app.route(path, { ... })': ['route-types/route-options.ts', 'RouteOptions'],
  'new CORSConfig({ ... })': ['cors-config.ts', 'CORSConfigOptions'],
  'app.lambdaFunction({ ... })': ['route-types/route-decorator.ts', 'FunctionOptions'],
  'errorFormat({ ... })': ['layer.ts', 'ErrorFormatOptions'],
  'new Blueprint({ ... })': ['blueprint.ts', 'BlueprintOptions'],
  'app.register(blueprint, { ... })': ['mount.ts', 'RegisterOptions'],
  'app.schedule(expression, { ... })': ['events/schedule/schedule.ts', 'ScheduleOptions'],
  'app.onEvent(pattern, { ... })': ['events/rule/rule.ts', 'RuleOptions'],
  'app.onSqsMessage({ ... })': ['events/sqs/sqs.ts', 'SqsMessageOptions'],
  'app.onSqsBatch({ ... })': ['events/sqs/sqs.ts', 'SqsBatchOptions'],
  'app.onSnsMessage({ ... })': ['events/sns/sns.ts', 'SnsOptions'],
  'app.onS3Event({ ... })': ['events/s3/s3.ts', 'S3Options'],
  'app.onDynamodbRecord({ ... })': ['events/dynamodb/dynamodb.ts', 'DynamodbOptions'],
  'app.onKinesisRecord({ ... })': ['events/kinesis/kinesis.ts', 'KinesisOptions'],
  'middleware.provide(run, { ... })': ['middleware.ts', 'ProviderOptions'],
  'new UserPoolAuthorizer(name, { ... })': ['authorizers.ts', 'UserPoolAuthorizerOptions'],
  'new CustomAuthorizer(name, { ... })': ['authorizers.ts', 'CustomAuthorizerOptions'],
  'new Table(name, { ... })': ['resources.ts', 'TableOptions'],
  'new Queue(name, { ... })': ['resources.ts', 'QueueOptions'],
  'new Topic(name, { ... })': ['resources.ts', 'TopicOptions'],
  'new Bucket(name, { ... })': ['resources.ts', 'BucketOptions'],
};

/** Settings are members of classes, which contain more than options. */
const SETTINGS = 'app.debug, app.api';

const tables = KINDS.flatMap(({ options }) => Object.entries(options)).filter(
  ([written]) => written !== SETTINGS,
);

test('each table has a type', () => {
  expect(tables.map(([written]) => written).toSorted()).toEqual(Object.keys(TYPES).toSorted());
});

describe('the type has the options of the table', () => {
  test.each(tables)('%s', (written, table) => {
    const [file = '', name = ''] = TYPES[written] ?? [];
    const meanings = Object.entries(table).map(([option, { meaning }]) => [option, meaning]);
    expect(readMembers(join(RUNTIME, file), name)).toEqual(Object.fromEntries(meanings));
  });
});

/** Returns the description of each member of a type, including types that it adds to its own members with `&`. */
function readMembers(path: string, name: string): Readonly<Record<string, string>> {
  const { statements } = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const alias = statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (!alias || !ts.isTypeAliasDeclaration(alias)) return readImported(path, statements, name);
  const { type } = alias;
  const members: Record<string, string> = {};
  for (const part of ts.isIntersectionTypeNode(type) ? type.types : [type]) {
    if (ts.isTypeReferenceNode(part)) Object.assign(members, readMembers(path, part.getText()));
    if (!ts.isTypeLiteralNode(part)) continue;
    for (const member of part.members) {
      const [comment] = ts.getJSDocCommentsAndTags(member);
      const prose = ts.getTextOfJSDocComment(comment?.comment) ?? '';
      if (member.name && ts.isIdentifier(member.name)) {
        members[member.name.text] = prose.replaceAll(/\s+/g, ' ');
      }
    }
  }
  return members;
}

function readImported(
  path: string,
  statements: readonly ts.Statement[],
  name: string,
): Readonly<Record<string, string>> {
  for (const statement of statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { importClause, moduleSpecifier } = statement;
    const names = importClause?.namedBindings;
    if (!names || !ts.isNamedImports(names) || !ts.isStringLiteral(moduleSpecifier)) continue;
    if (!names.elements.some((element) => element.name.text === name)) continue;
    return readMembers(join(path, '..', moduleSpecifier.text.replace(/\.js$/, '.ts')), name);
  }
  throw new Error(`${path} has no type ${name}`);
}
