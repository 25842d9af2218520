// Encodes a message of AWS's event streams: smithy.io/2.0/aws/amazon-eventstream.html
import { crc32 } from 'node:zlib';

export type StreamEvent = {
  /** For example `PayloadChunk`. */
  readonly type: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};

/** Total length, length of the headers, their checksum; headers; payload; checksum of everything before it. */
export function eventFrame({ type, contentType, bytes }: StreamEvent): Buffer {
  const headers = Buffer.concat(
    Object.entries({
      ':event-type': type,
      ':content-type': contentType,
      ':message-type': 'event',
    }).map(([name, value]) => header(name, value)),
  );
  const lengths = Buffer.concat([
    number(16 + headers.length + bytes.length),
    number(headers.length),
  ]);
  const start = Buffer.concat([lengths, number(crc32(lengths)), headers, bytes]);
  return Buffer.concat([start, number(crc32(start))]);
}

/** The type of a string header. */
const TEXT = 7;

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  const parts = [Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([TEXT])];
  return Buffer.concat([...parts, length, Buffer.from(value)]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
