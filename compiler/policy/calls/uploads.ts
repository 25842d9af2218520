// Uploads to S3 that libraries make in parts, and forms that browsers post.
import type { InputValue } from '../sdk-use.js';
import type { Call } from './call.js';

/** A failed upload in parts is taken back, so that its parts are not paid for. */
export function upload(input: InputValue): readonly Call[] {
  return [
    { client: 's3', operation: 'PutObject', input },
    { client: 's3', operation: 'AbortMultipartUpload', input },
  ];
}

export function presignedPost(input: InputValue): readonly Call[] {
  return [{ client: 's3', operation: 'PutObject', input }];
}
