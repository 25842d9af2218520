// Fetches the zip of a function from the address that Lambda gives for ten minutes.
import { createHash } from 'node:crypto';

export type CodeLocation = {
  /** Signed: it must not be shown. */
  readonly url: string;
  /** base64 of the SHA-256 that the bytes have to have. */
  readonly sha256: string;
};

/** The bytes; throws an error as `fetch` and the SDK would. `allowsHttp`: an emulator gives the address. */
export async function downloadZip(
  { url, sha256 }: CodeLocation,
  { allowsHttp, signal }: { readonly allowsHttp: boolean; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:'))
    throw failedDownload(`The address of the code is not one of https but of ${protocol}`, 400);
  const response = await fetch(url, { signal });
  if (!response.ok)
    throw failedDownload(`The code cannot be fetched: status ${response.status}`, response.status);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('base64') !== sha256)
    throw failedDownload('The code that was fetched is not whole', 500);
  return bytes;
}

/** In the form of an error of the SDK, so that it is read and repeated like one. */
function failedDownload(message: string, status: number): Error {
  return Object.assign(new Error(message), {
    name: 'CodeDownload',
    $metadata: { httpStatusCode: status },
  });
}
