// Reads the whole body of a request, up to a limit.
import type { IncomingMessage } from 'node:http';

export type ReadBodyOptions = {
  /** The limit in bytes. */
  readonly limit: number;
  /** Called once with the body; never when the client disconnects before the end. */
  readonly onBody: (body: Uint8Array | 'too-long') => void;
};

/** Reads to the end or to the limit. The rest is not read. */
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
  // A client that disconnects makes an error of the stream. The connection is closed already.
  request.on('error', () => undefined);
}
