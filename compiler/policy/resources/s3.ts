// The ARNs of buckets and of the objects in them.
import type { Call } from '../calls/call.js';
import { valueAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';
import { keyArns } from './functions.js';
import { arnIn, arnsOf, resourceIn, UNKNOWN } from './arn.js';

/** The actions that act on objects; the others act on the bucket. */
const OBJECT_ACTION =
  /^s3:(?:AbortMultipartUpload|BypassGovernanceRetention|(?:Delete|Get|Put|Restore|Replicate)Object(?!LockConfiguration)|ListMultipartUploadParts)/;
/** The actions on buckets that are narrowed; every other is rare and stays `*`. */
const BUCKET_ACTION =
  /^s3:(?:ListBucket|ListBucketVersions|ListBucketMultipartUploads|GetBucketLocation|GetBucketVersioning)$/;

const NAME_CHARACTER = /[A-Za-z0-9._-]/;

export function s3Resources(
  { operation, input }: Call,
  action: string,
): readonly string[] | undefined {
  const bucket = [valueAt(input, 'Bucket')];
  if (BUCKET_ACTION.test(action)) return arnsOf(bucket, bucketArns);
  if (action.startsWith('kms:')) return keyArns([valueAt(input, 'SSEKMSKeyId')]);
  if (!OBJECT_ACTION.test(action)) return undefined;
  const isCopied = operation === 'CopyObject' || operation === 'UploadPartCopy';
  if (isCopied && action.startsWith('s3:GetObject')) {
    return arnsOf([valueAt(input, 'CopySource')], sourceArns);
  }
  return bucketObjects(bucket);
}

/** All objects of the buckets. */
export function bucketObjects(buckets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(buckets, objectArns);
}

function objectArns(bucket: string): readonly string[] | undefined {
  return bucketArns(bucket)?.map((arn) =>
    arn.includes(':accesspoint/') ? `${arn}/object/*` : `${arn}/*`,
  );
}

/** A bucket may be given by its name, or by the ARN or the alias of an access point. */
function bucketArns(text: string): readonly string[] | undefined {
  if (text.startsWith('arn:')) {
    const arn = accessPoint(text);
    return arn === undefined ? undefined : [arn];
  }
  const name = resourceIn(text, { type: '', characters: NAME_CHARACTER });
  // An alias does not say which access point it is; a directory bucket has actions of its own.
  if (name === undefined || /(?:-s3alias|--ol-s3|--x-s3)$/.test(name)) return undefined;
  const arn = `arn:*:s3:::${name}`;
  return text.startsWith(UNKNOWN) ? [arn, `arn:*:s3:*:*:accesspoint/${name}`] : [arn];
}

function accessPoint(text: string): string | undefined {
  const resource = /^accesspoint\/[A-Za-z0-9*-]+$/;
  return arnIn(text, { service: 's3', resource });
}

/** `bucket/key`, with or without a slash before it. */
function sourceArns(text: string): readonly string[] | undefined {
  const [, bucket] = /^\/?([^/]+)\//.exec(text) ?? [];
  // An unknown piece may hold the slash.
  if (bucket === undefined || bucket.includes(UNKNOWN) || bucket.startsWith('arn:')) {
    return undefined;
  }
  return objectArns(bucket);
}
