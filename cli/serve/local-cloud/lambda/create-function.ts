// CreateFunction: code, settings, tags and the first version in one call.
import { randomUUID } from 'node:crypto';
import { checkRequestSize, readCode } from './code.js';
import { describeVersion } from './describe-function.js';
import { checkCaller, checkRole } from './execution-role.js';
import { beginChange, type CloudFunction, functionArn, type Version } from './function-book.js';
import { readFunctionName } from './function-name.js';
import { checkLayers } from './layers.js';
import {
  checkMembers,
  type MemberKind,
  type Members,
  readMembers,
  textMapOf,
  textOf,
} from './members.js';
import { type LambdaOperation, ok } from './operation.js';
import { conflict, failed, validation } from './refusals.js';
import { readSettings, SETTINGS_MEMBERS } from './settings.js';
import { checkTags } from './tag-operations.js';

const MEMBERS: Readonly<Record<string, MemberKind>> = {
  ...SETTINGS_MEMBERS,
  Code: 'structure',
  Publish: 'boolean',
  Architectures: 'texts',
  PackageType: 'text',
  Tags: 'text-map',
};

const CODE_MEMBERS: Readonly<Record<string, MemberKind>> = {
  ZipFile: 'text',
  S3Bucket: 'text',
  S3Key: 'text',
  S3ObjectVersion: 'text',
};

export const createFunction: LambdaOperation = {
  name: 'CreateFunction',
  method: 'POST',
  path: '/2015-03-31/functions',
  isWrite: true,
  run: ({ body }, book) => {
    checkRequestSize(body, 'CreateFunction');
    const members = readMembers(body, MEMBERS, ['FunctionName', 'Role', 'Code']);
    checkPackageType(members);
    const { name } = readFunctionName(
      book,
      encodeURIComponent(textOf(members, 'FunctionName') ?? ''),
    );
    const settings = readSettings(members);
    const code = readCode(checkMembers(members['Code'], CODE_MEMBERS));
    const tags = textMapOf(members, 'Tags') ?? {};
    checkTags(tags);
    const arn = functionArn(book, name);
    if (Object.keys(tags).length > 0) checkCaller(book, 'lambda:TagResource', arn);
    if (book.functions.has(name)) throw conflict(`Function already exist: ${name}`);
    checkLayers(book, settings.layers);
    checkRole(book, settings);
    const latest: Version = {
      version: '$LATEST',
      description: settings.description,
      settings,
      code,
      change: beginChange('creating', book.clock),
      revision: randomUUID(),
      modifiedAt: book.clock.now(),
    };
    const isPublished = members['Publish'] === true;
    const first: Version = { ...latest, version: '1', revision: randomUUID() };
    const owner: CloudFunction = {
      name,
      arn,
      createdAt: book.clock.now(),
      latest,
      versions: isPublished ? [first] : [],
      nextVersion: isPublished ? 2 : 1,
      tags: new Map(Object.entries(tags)),
      reservedConcurrency: undefined,
      policies: new Map(),
    };
    book.functions.set(name, owner);
    const version = isPublished ? first : latest;
    return ok(describeVersion(book, { owner, version }, isPublished), 201);
  },
};

function checkPackageType(members: Members): void {
  const type = textOf(members, 'PackageType') ?? 'Zip';
  if (type === 'Zip') return;
  throw validation([
    failed(
      type,
      'packageType',
      'Member must satisfy enum value set: [Zip]; this cloud has no images',
    ),
  ]);
}
