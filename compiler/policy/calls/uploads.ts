// Uploads to S3: those in parts by libraries, and forms that browsers post.
import type { InputValue } from '../sdk-use.js';
import type { Call } from './call.js';

/** A failed upload in parts is aborted, so that its parts cost nothing. */
export function upload(input: InputValue): readonly Call[] {
  return [
    { client: 's3', operation: 'PutObject', input },
    { client: 's3', operation: 'AbortMultipartUpload', input },
  ];
}

export function presignedPost(input: InputValue): readonly Call[] {
  return [{ client: 's3', operation: 'PutObject', input }];
}
