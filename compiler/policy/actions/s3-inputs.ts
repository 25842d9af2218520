// The actions of S3 that depend on the input of a call: versions, ACLs, tags, locks, keys.
import { isGiven, presenceOf, valueAt, valuesAt, wholeText, writtenTextsOf } from '../input.js';
import type { InputValue, Call } from '../sdk-use.js';

/** The action that replaces another one when the call names a version. */
const OF_VERSION: Readonly<Record<string, string>> = {
  's3:DeleteObject': 's3:DeleteObjectVersion',
  's3:DeleteObjectTagging': 's3:DeleteObjectVersionTagging',
  's3:GetObject': 's3:GetObjectVersion',
  's3:GetObjectAcl': 's3:GetObjectVersionAcl',
  's3:GetObjectAttributes': 's3:GetObjectVersionAttributes',
  's3:GetObjectTagging': 's3:GetObjectVersionTagging',
  's3:PutObjectAcl': 's3:PutObjectVersionAcl',
  's3:PutObjectTagging': 's3:PutObjectVersionTagging',
};

const WRITING: ReadonlySet<string> = new Set(['PutObject', 'CopyObject', 'CreateMultipartUpload']);

/** The further actions that a member of a written object needs. */
const OF_ENTRY: readonly (readonly [entries: readonly string[], actions: readonly string[]])[] = [
  [['ACL', 'GrantRead', 'GrantFullControl', 'GrantReadACP', 'GrantWriteACP'], ['s3:PutObjectAcl']],
  [['Tagging'], ['s3:PutObjectTagging']],
  [['ObjectLockMode', 'ObjectLockRetainUntilDate'], ['s3:PutObjectRetention']],
  [['ObjectLockLegalHoldStatus'], ['s3:PutObjectLegalHold']],
  [['SSEKMSKeyId'], ['kms:GenerateDataKey']],
];

/** The actions of a call, of which `actions` are those without its input. */
export function withS3Input(call: Call, actions: readonly string[]): readonly string[] {
  return [
    ...versioned(call, actions),
    ...(WRITING.has(call.operation) ? ofEntries(call) : []),
    ...(mayBeDirectoryBucket(call) ? ['s3express:CreateSession'] : []),
    ...(isGiven(call.input, 'BypassGovernanceRetention') ? ['s3:BypassGovernanceRetention'] : []),
  ];
}

/** The actions that some inputs of an operation need besides `actions`, and others do not. */
export function s3InputActions({ operation }: Call, actions: readonly string[]): readonly string[] {
  return [
    ...actions.flatMap((action) => OF_VERSION[action] ?? []),
    ...(WRITING.has(operation) ? OF_ENTRY.flatMap(([, needed]) => needed) : []),
  ];
}

function versioned({ operation, input }: Call, actions: readonly string[]): readonly string[] {
  const places = operation === 'DeleteObjects' ? deletedObjects(input) : [input];
  const named = places.map((place) => presenceOf(place, 'VersionId'));
  const isSome = named.some((presence) => presence === 'yes' || presence === 'maybe');
  if (!isSome) return copiesVersion(input) ? [...actions, 's3:GetObjectVersion'] : actions;
  const isEach = named.every((presence) => presence === 'yes');
  return actions.flatMap((action) => {
    const ofVersion = OF_VERSION[action];
    if (ofVersion === undefined) return [action];
    return isEach ? [ofVersion] : [action, ofVersion];
  });
}

/** The deleted objects. When there may be others, one unknown object. */
function deletedObjects(input: InputValue): readonly InputValue[] {
  return valuesAt(input, 'Delete.Objects.*');
}

function copiesVersion(input: InputValue): boolean {
  const sources = writtenTextsOf(valueAt(input, 'CopySource')) ?? [];
  return sources.some((pieces) => pieces.some((piece) => piece?.includes('?versionId=') === true));
}

function ofEntries({ operation, input }: Call): readonly string[] {
  const actions = OF_ENTRY.filter(([entries]) =>
    entries.some((entry) => isGiven(input, entry)),
  ).flatMap(([, needed]) => needed);
  // S3 decrypts the parts of an upload to join them.
  const isInParts =
    operation === 'CreateMultipartUpload' && actions.includes('kms:GenerateDataKey');
  return isInParts ? [...actions, 'kms:Decrypt'] : actions;
}

function mayBeDirectoryBucket({ input }: Call): boolean {
  const buckets = writtenTextsOf(valueAt(input, 'Bucket')) ?? [];
  return buckets.some((pattern) => wholeText(pattern)?.endsWith('--x-s3') === true);
}
