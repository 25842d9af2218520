// Outcomes that are fine: what is to be read or deleted does not exist, what is to be made does.
import { type CloudErrorKind, isCloudError } from './cloud-error.js';

/** The result, or `fallback` when the resource does not exist. */
export async function unlessMissing<Result, Fallback>(
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  return unless('missing', call, fallback);
}

/** The result, or `fallback` when the call ends in a CloudError of this kind. */
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
