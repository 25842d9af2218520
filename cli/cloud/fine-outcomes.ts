// Calls whose expected failures are results: a read or delete of what does not exist, a creation of what does.
import { type CloudErrorKind, isCloudError } from './cloud-error.js';

/** Returns the result, or `fallback` when the resource does not exist. */
export async function unlessMissing<Result, Fallback>(
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  return unless('missing', call, fallback);
}

/** Returns the result, or `fallback` when the call fails with a CloudError of this kind. */
export async function unless<Result, Fallback>(
  kind: CloudErrorKind,
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  try {
    return await call;
  } catch (error) {
    if (isCloudError(error, kind)) return fallback;
    throw error;
  }
}
