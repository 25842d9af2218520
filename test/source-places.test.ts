// Counts the places of an event source: the files that name it, besides those in its own folders. A new source changes as many
// (docs/architecture.md, "An event source, step by step").
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

type SourceWords = {
  /** Words that name it, in lower case: `sqs` is in `onSqsMessage`, `SQS_BATCH` and `'aws:sqs'`. */
  readonly words: readonly string[];
  /** Names and texts that name it as a whole, if a word of it alone is ambiguous. */
  readonly names?: readonly string[];
  /** A member of applications that names it in the runtime and in the compiler. */
  readonly member?: string;
  /** The names of its own folders and files. */
  readonly folders: readonly string[];
};

const SOURCES: Readonly<Record<string, SourceWords>> = {
  schedule: {
    words: ['schedule', 'schedules', 'scheduled', 'scheduler'],
    folders: ['schedule', 'scheduler'],
  },
  // `rule` alone has many meanings, and `onEvent` is a callback in the commands.
  rule: {
    words: [],
    names: ['RuleSource', 'RuleOptions', 'CloudEvent', 'TestBus'],
    member: 'onEvent',
    folders: ['rule', 'event-bridge'],
  },
  sqs: { words: ['sqs'], folders: ['sqs'] },
  sns: { words: ['sns'], folders: ['sns', 'subscription'] },
  s3: { words: ['s3'], folders: ['s3', 'notification'] },
  dynamodb: { words: ['dynamodb'], folders: ['dynamodb'] },
  kinesis: { words: ['kinesis'], folders: ['kinesis'] },
};

/** The files that name every source. */
const EVERY = [
  'cli/cloud/ports.ts',
  'cli/serve/events/registry.ts',
  'compiler/kinds/registry.ts',
  'runtime/events/adapters.ts',
  'runtime/index.ts',
];

/** Other files that name a source: its folders should replace these places. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  schedule: ['cli/ship/resources/registry.ts'],
  rule: ['cli/ship/resources/registry.ts'],
  sqs: ['cli/ship/polled-sources/registry.ts'],
  sns: ['cli/ship/resources/registry.ts'],
  s3: ['cli/ship/resources/registry.ts'],
  dynamodb: ['cli/ship/polled-sources/registry.ts'],
  kinesis: ['cli/ship/polled-sources/registry.ts'],
};

/**
 * Names and sentences in which a word of a source means something else. Each occurs in its file exactly as here, so that the
 * file must not name the source in any other way.
 */
const MEANT_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // The CDK and CloudFormation read the code of functions from a bucket, whatever calls them.
  'cli/cdk/framework-app.ts': ['aws-cdk-lib/aws-s3-assets', 's3BucketName', 's3ObjectKey'],
  // Two examples of an event in the AGENTS.md of a new project; any other source could be used.
  'cli/author/new-project/project-files.ts': [
    ', type SqsMessage }',
    "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'",
    'new DynamoDBClient({})',
    'app.onSqsMessage({ queue: orders })(async (message: SqsMessage)',
    "app.schedule('rate(1 hour)')",
  ],
  // What the local cloud does in the background.
  'cli/commands/project-specs.ts': ['the messages, schedules and files there'],
  'cli/commands/export.ts': ['add `--s3-bucket`'],
  // GitHub workflows have their own schedules.
  'cli/author/pipeline/github-workflow.ts': ['\n  schedule:\n', "github.event_name == 'schedule'"],
  // The services of declared resources, in their ARNs and URLs: no event is received there.
  'runtime/contract/resources.ts': ['dynamodb', 'sqs', 'sns', 's3', 'https://sqs.'],
  'cli/ship/resources/function/function.ts': ['S3Bucket', 'S3Key'],
  'cli/cloud/cloud-catalogue.ts': [
    'store the rest where the function can read it, for example in S3',
    'Lambda keeps code in S3',
  ],
  // The destinations to which Lambda reports discarded records, which are not event sources there.
  'cli/ship/policy/generate-role-policy.ts': [
    'sqs:SendMessage',
    'sns:Publish',
    's3:ListBucket',
    's3:PutObject',
    'sqs',
    'sns',
    's3',
  ],
};

const files = ['runtime', 'compiler', 'transformers', 'cli'].flatMap(productFiles);

// The lists may only become shorter: a file that no longer names a source is removed, and a new one needs a reason.
test.each(Object.entries(SOURCES))('%s is named in these places', (source, named) => {
  const places = files.filter((path) => !isOwn(path) && isNamed(path, named));
  expect(places.length).toBeLessThanOrEqual(6);
  expect(places.toSorted()).toEqual([...EVERY, ...(BESIDES[source] ?? [])].toSorted());
});

const page = (path: string): string => readFileSync(REPOSITORY + path, 'utf8');

const filesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:cli|compiler|runtime)\/[\w/-]+\.ts)`/g)].map(([, path = '']) => path);

test('docs/architecture.md lists the places of a source', () => {
  const [, steps = ''] = page('docs/architecture.md').split(/^## .*source.*, step by step$/m);
  const places = [...EVERY, ...Object.values(BESIDES).flat()];
  expect(new Set(filesIn(steps))).toEqual(new Set(places));
});

// The other walk-throughs of CONTRIBUTING.md: a key whose value Lambda accepts unchanged, and an option of routes.
test.each([
  [
    'reserved_concurrency',
    2,
    ['cli/config/keys.ts', 'cli/ship/resources/function/function-settings.ts'],
  ],
  [
    'apiKeyRequired',
    20,
    [
      'compiler/kinds/route/options.ts',
      'runtime/contract/manifest.ts',
      'runtime/route-types/route-options.ts',
    ],
  ],
])('%s is named in at most %i files, with its owners in CONTRIBUTING.md', (name, most, owners) => {
  const places = files.filter(
    (path) => textOf(path).includes(name.toLowerCase()) && textsIn(path).includes(name),
  );
  expect(places).toEqual(expect.arrayContaining(owners));
  expect(places.length).toBeLessThanOrEqual(most);
  const [, walk = ''] = page('CONTRIBUTING.md').split(`\`${name}\`:`);
  expect(filesIn(walk.split('\n- ')[0] ?? '')).toEqual(owners);
});

test.each(Object.entries(MEANT_OTHERWISE))(
  '%s has the texts that mean something else',
  (path, meant) => {
    const found = textsIn(path);
    expect(meant.filter((text) => !found.some((one) => one.includes(text)))).toEqual([]);
  },
);

/**
 * Tells whether a file concerns a service as a product. The policy of a role comes from the SDK calls in an application,
 * whatever calls its functions. Declared tables, queues, topics and buckets are created, whether or not events come from them.
 * The local cloud has a folder for each service.
 */
function isProduct(path: string): boolean {
  return (
    /\.tsx?$/.test(path) &&
    !/\.(?:test|fixture)\.ts$/.test(path) &&
    !path.startsWith('compiler/policy/') &&
    !/^cli\/(?:serve\/local-cloud\/|commands\/cloud\.ts)/.test(path) &&
    !/^cli\/ship\/resources\/(?:table|queue|topic|bucket)\//.test(path)
  );
}

function productFiles(folder: string): readonly string[] {
  return readdirSync(REPOSITORY + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isProduct)
    .toSorted();
}

const OWN_FOLDERS = Object.values(SOURCES).flatMap(({ folders }) => folders);

/** Tells whether a file is in a folder of a source. Such a file does not count as a place that another source has to change. */
function isOwn(path: string): boolean {
  const parts = path.replace(/\.tsx?$/, '').split('/');
  return parts.some((part) => OWN_FOLDERS.includes(part));
}

const tokens = new Map<string, readonly string[]>();

function isNamed(path: string, source: SourceWords): boolean {
  const { words, names = [], member, folders } = source;
  const text = textOf(path);
  // Parsing takes long, and few files contain any of the words.
  const all = [...words, ...names, ...folders, ...(member === undefined ? [] : [member])];
  if (!all.some((one) => text.includes(one.toLowerCase()))) return false;
  let found = tokens.get(path);
  if (!found) tokens.set(path, (found = tokensOf(path)));
  const isOfMembers = /^(?:runtime|compiler)\//.test(path);
  return found.some(
    (token) =>
      names.includes(token) ||
      (isOfMembers && token === member) ||
      (token.includes('/') &&
        token.split('/').some((part) => folders.includes(part.replace(/\.js$/, '')))) ||
      wordsOf(token).some((word) => words.includes(word)),
  );
}

/** Returns the names and texts in a file, except those that mean something else. */
function tokensOf(path: string): readonly string[] {
  const others = MEANT_OTHERWISE[path] ?? [];
  const phrases = others.filter((other) => other.includes(' '));
  return textsIn(path)
    .filter((text) => !others.includes(text))
    .map((text) => phrases.reduce((left, phrase) => left.replace(phrase, ''), text));
}

const lowerCase = new Map<string, string>();

/** Returns the text of a file in lower case. */
function textOf(path: string): string {
  let found = lowerCase.get(path);
  if (found === undefined) {
    found = readFileSync(REPOSITORY + path, 'utf8').toLowerCase();
    lowerCase.set(path, found);
  }
  return found;
}

const texts = new Map<string, readonly string[]>();

/** Returns the names and texts in a file, without comments. */
function textsIn(path: string): readonly string[] {
  let found = texts.get(path);
  if (!found) texts.set(path, (found = readTexts(path)));
  return found;
}

function readTexts(path: string): readonly string[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(REPOSITORY + path, 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) ||
      ts.isPrivateIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    )
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the words of a name: `on`, `sqs` and `message` of `onSqsMessage`. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*/g) ?? []).map((word) =>
    word.toLowerCase(),
  );
}
