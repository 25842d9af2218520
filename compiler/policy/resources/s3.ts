// The ARNs of buckets and of the objects in them.
import { valueAt } from '../input.js';
import type { InputValue, Call } from '../sdk-use.js';
import { keyArns } from './functions.js';
import { arnIn, arnsOf, resourceIn, UNKNOWN } from './arn.js';

/** Actions on objects. The others are on buckets. */
const OBJECT_ACTION =
  /^s3:(?:AbortMultipartUpload|BypassGovernanceRetention|(?:Delete|Get|Put|Restore|Replicate)Object(?!LockConfiguration)|ListMultipartUploadParts)/;
/** Actions on buckets that are narrowed. Others are rare and stay `*`. */
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

/** The ARNs of all objects in the buckets. */
export function bucketObjects(buckets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(buckets, objectArns);
}

function objectArns(bucket: string): readonly string[] | undefined {
  return bucketArns(bucket)?.map((arn) =>
    arn.includes(':accesspoint/') ? `${arn}/object/*` : `${arn}/*`,
  );
}

/** The ARNs of a bucket that is given by its name, or by the ARN or the alias of an access point. */
function bucketArns(text: string): readonly string[] | undefined {
  if (text.startsWith('arn:')) {
    const arn = accessPoint(text);
    return arn === undefined ? undefined : [arn];
  }
  const name = resourceIn(text, { type: '', characters: NAME_CHARACTER });
  // An alias does not say which access point it is, and a directory bucket has actions of its own.
  if (name === undefined || /(?:-s3alias|--ol-s3|--x-s3)$/.test(name)) return undefined;
  const arn = `arn:*:s3:::${name}`;
  return text.startsWith(UNKNOWN) ? [arn, `arn:*:s3:*:*:accesspoint/${name}`] : [arn];
}

function accessPoint(text: string): string | undefined {
  const resource = /^accesspoint\/[A-Za-z0-9*-]+$/;
  return arnIn(text, { service: 's3', resource });
}

/** The ARN of the source of a copy: `bucket/key`, with or without a slash before it. */
function sourceArns(text: string): readonly string[] | undefined {
  const [, bucket] = /^\/?([^/]+)\//.exec(text) ?? [];
  // The slash may be in an unknown part.
  if (bucket === undefined || bucket.includes(UNKNOWN) || bucket.startsWith('arn:')) {
    return undefined;
  }
  return objectArns(bucket);
}
