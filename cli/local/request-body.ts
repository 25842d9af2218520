// Reads the body of a request whole, up to a limit.
import type { IncomingMessage } from 'node:http';

export type ReadBodyOptions = {
  /** Bytes. */
  readonly limit: number;
  /** Called once; not at all when the client goes away before the end. */
  readonly onBody: (body: Uint8Array | 'too-long') => void;
};

/** Reads to the end, or to the limit; what comes after it is left unread. */
export function readBody(request: IncomingMessage, { limit, onBody }: ReadBodyOptions): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    request.off('data', onData);
    request.off('end', onEnd);
    request.pause();
    onBody('too-long');
  };
  const onEnd = (): void => {
    onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  };
  request.on('data', onData);
  request.on('end', onEnd);
  // A client that goes away mid-way is an error of the stream; the connection is gone with it.
  request.on('error', () => undefined);
}
