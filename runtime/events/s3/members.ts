// `app.onS3Event`, with the types of its options.
import type {
  EventDecorator,
  EventFunctionOptions,
  NamedSource,
  UnbuiltMember,
} from '../source-member.js';
import type { Bucket } from '../../resources.js';
import type { S3Object } from './s3-object.js';

/** The options of `app.onS3Event`. */
export type S3Options = {
  /** The bucket: a `Bucket`, its name or its ARN, or `process.env.NAME` for one per stage. */
  readonly bucket: NamedSource | Bucket;
  /** The S3 event names; defaults to `s3:ObjectCreated:*`. */
  readonly events?: readonly S3EventName[];
  /** The prefix of object keys. */
  readonly prefix?: string;
  /** The suffix of object keys. */
  readonly suffix?: string;
  /**
   * How S3 delivers the event: by notifications of the bucket (default), or through EventBridge, where any number of functions can receive it.
   */
  readonly delivery?: 'notification' | 'eventbridge';
} & EventFunctionOptions;

/** The names of S3 events. */
export type S3EventName =
  | `s3:ObjectCreated:${'*' | 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload'}`
  | `s3:ObjectRemoved:${'*' | 'Delete' | 'DeleteMarkerCreated'}`
  | `s3:ObjectRestore:${'*' | 'Post' | 'Completed' | 'Delete'}`
  | `s3:ObjectTagging:${'*' | 'Put' | 'Delete'}`
  | 's3:ObjectAcl:Put'
  | `s3:LifecycleExpiration:${'*' | 'Delete' | 'DeleteMarkerCreated'}`
  | 's3:Replication:*'
  | `s3:Replication:Operation${'FailedReplication' | 'MissedThreshold' | 'ReplicatedAfterThreshold' | 'NotTracked'}`
  | 's3:LifecycleTransition'
  | 's3:IntelligentTiering'
  | 's3:ReducedRedundancyLostObject';

export interface S3Members {
  /**
   * Declares a function that receives the events of a bucket's objects.
   *
   * @example
   * ```ts
   * class Photos {
   *   @app.onS3Event({ bucket: 'uploads', prefix: 'in/' })
   *   uploaded(object: S3Object) {
   *     return object.key;
   *   }
   * }
   * ```
   */
  onS3Event(options: S3Options): EventDecorator<S3Object, S3Object, 'an S3Object'>;
}

export const UNBUILT_BUCKET: UnbuiltMember = { leading: 0, names: ['bucket'] };
