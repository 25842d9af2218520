// Reads the programs in this folder: text files in which each program follows a line `== title ==`, and its additional files
// follow lines `-- name --`. Text before the first title is the start of the same files of every program.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeCall, Program } from './run-programs.js';

const FOLDER = join(import.meta.dirname, 'programs');

/** The code that every program may use without an import. */
const HEAD = `import { S3 } from '@aws-sdk/client-s3';\nconst s3 = new S3({});\nconst list = (Bucket: any) => s3.listObjectsV2({ Bucket });\n`;

const VARIABLES: Readonly<Record<string, string>> = {
  BUCKET: 'env-bucket',
  TABLE: 'env-table',
};

export function readPrograms(): readonly Program[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const [top = '', ...parts] = readFileSync(join(FOLDER, file), 'utf8').split(/^== (.+) ==\n/m);
      const start = filesOf(top);
      return parts.flatMap((title, index) =>
        index % 2 === 0 ? [readProgram(title, start, parts[index + 1] ?? '')] : [],
      );
    });
}

function readProgram(title: string, start: Program['files'], text: string): Program {
  const files = filesOf(text);
  for (const [name, content] of Object.entries(files)) files[name] = (start[name] ?? '') + content;
  const isOwn = Object.values(files).some((content) => content.includes('aws-sdk'));
  if (!isOwn) files['app.ts'] = HEAD + (files['app.ts'] ?? '');
  return { title, files, variables: VARIABLES };
}

function filesOf(text: string): Record<string, string> {
  const [app = '', ...rest] = text.split(/^-- (.+) --\n/m);
  const files: Record<string, string> = { 'app.ts': app };
  for (let index = 0; index + 1 < rest.length; index += 2) {
    files[rest[index] ?? ''] = rest[index + 1] ?? '';
  }
  return files;
}

/** Returns what a policy must allow for a call: an action on a resource. */
export function neededBy({ service, operation, input }: MadeCall): readonly [string, string] {
  const given = (name: string): string => String(input[name]);
  switch (service) {
    case 's3': {
      if (operation === 'ListObjectsV2')
        return ['s3:ListBucket', `arn:aws:s3:::${given('Bucket')}`];
      const action = operation === 'HeadObject' ? 'GetObject' : operation.replace('Copy', 'Put');
      const bucket = given('Bucket');
      const owner = bucket.startsWith('arn:') ? `${bucket}/object` : `arn:aws:s3:::${bucket}`;
      return [`s3:${action}`, `${owner}/${given('Key')}`];
    }
    case 'dynamodb':
      return [
        `dynamodb:${operation}`,
        `arn:aws:dynamodb:eu-west-1:111122223333:table/${given('TableName')}`,
      ];
    case 'sqs': {
      const name = given('QueueUrl').split('/').at(-1) ?? '';
      return [`sqs:${operation}`, `arn:aws:sqs:eu-west-1:111122223333:${name}`];
    }
    case 'sns':
      return ['sns:Publish', given('TopicArn')];
    case 'ssm': {
      const name = given(operation === 'GetParameter' ? 'Name' : 'Path').replace(/^\//, '');
      return [`ssm:${operation}`, `arn:aws:ssm:eu-west-1:111122223333:parameter/${name}`];
    }
    case 'secrets-manager':
      return [
        'secretsmanager:GetSecretValue',
        `arn:aws:secretsmanager:eu-west-1:111122223333:secret:${given('SecretId')}-a1B2c3`,
      ];
    case 'lambda':
      return [
        'lambda:InvokeFunction',
        `arn:aws:lambda:eu-west-1:111122223333:function:${given('FunctionName')}`,
      ];
    default:
      throw new Error(`Nothing is said of ${service}`);
  }
}
