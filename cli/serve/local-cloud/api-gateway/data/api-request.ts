// A request to a deployed API, read from its socket.
import type { Buffer } from 'node:buffer';
import type { HeaderList } from '../../../gateway/index.js';
import type { Address } from './address.js';

export type ApiRequest = Address & {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly headers: HeaderList;
  /** Undefined if the request has no body. */
  readonly body: Buffer | undefined;
  readonly sourceIp: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
};
