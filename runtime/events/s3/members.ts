// What an application and a blueprint have for buckets.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { S3Object } from './s3-object.js';
import type { S3Options } from './s3-options.js';

export interface S3Members {
  /**
   * Declares a function that gets what happens to the objects of a bucket.
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
