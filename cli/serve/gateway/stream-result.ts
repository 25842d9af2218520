// Reads the HTTP response in a streamed result: a JSON prelude with the status and the headers, 8 NUL bytes, then the body
// (docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html).
import { isMapping } from '../../../compiler/json-values.js';
import {
  type AnswerHead,
  type Asked,
  hasBody,
  malformed,
  type MalformedResult,
  readHead,
  show,
} from './proxy-result.js';

/** The maximum size of the prelude including the delimiter, in bytes. */
const MAX_PRELUDE_BYTES = 16 * 1024;

const DELIMITER = new Uint8Array(8);

/** Reads a streamed result chunk by chunk. After a malformed chunk, it accepts no further chunks. */
export type StreamReader = {
  /** Returns the bytes of the body in a chunk; empty for a response without a body. */
  readonly read: (chunk: Uint8Array) => Uint8Array | MalformedResult;
  /** Called when no more chunks follow. Returns why the result is malformed; undefined if it is complete. */
  readonly end: () => MalformedResult | undefined;
  /** Returns the status and the headers, merged as in `toAnswer`; undefined until the prelude has been read. */
  readonly head: () => AnswerHead | undefined;
};

export function createStreamReader(asked: Asked): StreamReader {
  let head: AnswerHead | undefined;
  let start: Buffer = Buffer.alloc(0);
  const bodyOf = (bytes: Uint8Array, { status }: AnswerHead): Uint8Array =>
    hasBody(status, asked.method) ? bytes : NOTHING;
  return {
    read: (chunk) => {
      if (head) return bodyOf(chunk, head);
      start = start.length === 0 ? viewOf(chunk) : Buffer.concat([start, chunk]);
      const end = start.subarray(0, MAX_PRELUDE_BYTES).indexOf(DELIMITER);
      if (end < 0 && start.length < MAX_PRELUDE_BYTES) return NOTHING;
      if (end < 0)
        return malformed(
          `its first ${MAX_PRELUDE_BYTES} bytes do not contain 8 consecutive NUL bytes`,
        );
      const prelude = readPrelude(start.toString('utf8', 0, end), asked);
      if ('kind' in prelude) return prelude;
      head = prelude;
      return bodyOf(start.subarray(end + DELIMITER.length), head);
    },
    end: () => {
      if (head) return undefined;
      return malformed(
        start.length === 0 ? 'the function wrote nothing' : 'it ends before the 8 NUL bytes',
      );
    },
    head: () => head,
  };
}

const NOTHING = new Uint8Array(0);

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function readPrelude(text: string, asked: Asked): AnswerHead | MalformedResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(`its prelude is not JSON: ${show(text)}`);
  }
  return isMapping(value)
    ? readHead(value, asked, [])
    : malformed(`its prelude is ${show(value)}, not an object`);
}
