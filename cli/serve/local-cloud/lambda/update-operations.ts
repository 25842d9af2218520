// Updates the code and the settings of a function.
import { randomUUID } from 'node:crypto';
import { checkRequestSize, readCode } from './code.js';
import { describeVersion } from './describe-function.js';
import { checkRole } from './execution-role.js';
import {
  beginChange,
  type CloudFunction,
  type FunctionBook,
  type Version,
} from './function-book.js';
import { checkFree, checkRevision } from './preconditions.js';
import { findFunction } from './function-name.js';
import { checkLayers } from './layers.js';
import { type MemberKind, type Members, readMembers, textsOf } from './members.js';
import { calledName, type LambdaCall, type LambdaOperation, ok } from './operation.js';
import { publishVersion } from './publish-version.js';
import { readSettings, SETTINGS_MEMBERS } from './settings.js';

const CODE_MEMBERS: Readonly<Record<string, MemberKind>> = {
  FunctionName: 'text',
  ZipFile: 'text',
  S3Bucket: 'text',
  S3Key: 'text',
  S3ObjectVersion: 'text',
  Architectures: 'texts',
  Publish: 'boolean',
  DryRun: 'boolean',
  RevisionId: 'text',
};

const updateFunctionCode: LambdaOperation = {
  name: 'UpdateFunctionCode',
  method: 'PUT',
  path: '/2015-03-31/functions/{name}/code',
  isWrite: true,
  run: (call, book) => {
    checkRequestSize(call.body, 'UpdateFunctionCode');
    const members = readMembers(call.body, CODE_MEMBERS);
    const owner = updatable(call, book);
    const code = readCode(members);
    const { settings } = owner.latest;
    const [architecture = settings.architecture] = textsOf(members, 'Architectures') ?? [];
    readSettings(members, settings);
    checkFree(owner, book.clock);
    checkRevision(members, owner.latest, book.clock);
    const next = changed(owner.latest, book, { code, settings: { ...settings, architecture } });
    if (members['DryRun'] === true)
      return ok(describeVersion(book, { owner, version: next }, false));
    owner.latest = next;
    if (members['Publish'] !== true)
      return ok(describeVersion(book, { owner, version: next }, false));
    const version = publishVersion(owner, next.description);
    return ok(describeVersion(book, { owner, version }, true));
  },
};

const updateFunctionConfiguration: LambdaOperation = {
  name: 'UpdateFunctionConfiguration',
  method: 'PUT',
  path: '/2015-03-31/functions/{name}/configuration',
  isWrite: true,
  run: (call, book) => {
    const members = readMembers(call.body, { ...SETTINGS_MEMBERS, RevisionId: 'text' });
    const owner = updatable(call, book);
    const settings = readSettings(members, owner.latest.settings);
    checkFree(owner, book.clock);
    checkRevision(members, owner.latest, book.clock);
    if (members['Layers'] !== undefined) checkLayers(book, settings.layers);
    if (needsRole(members)) checkRole(book, settings);
    const { description } = settings;
    owner.latest = changed(owner.latest, book, { settings, description });
    return ok(describeVersion(book, { owner, version: owner.latest }, false));
  },
};

export const UPDATE_OPERATIONS: readonly LambdaOperation[] = [
  updateFunctionCode,
  updateFunctionConfiguration,
];

/** The role is checked again if it changes, or if it needs different permissions. */
function needsRole(members: Members): boolean {
  return ['Role', 'VpcConfig', 'TracingConfig'].some((name) => members[name] !== undefined);
}

function updatable(call: LambdaCall, book: FunctionBook): CloudFunction {
  return findFunction(book, calledName(call, book));
}

function changed(version: Version, { clock }: FunctionBook, change: Partial<Version>): Version {
  return {
    ...version,
    ...change,
    change: beginChange('updating', clock),
    revision: randomUUID(),
    modifiedAt: clock.now(),
  };
}
