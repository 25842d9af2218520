// Node's hash functions behind the interface that a signer requires.
import { createHash, createHmac } from 'node:crypto';

export class NodeHash {
  readonly #hash: { update: (data: Uint8Array) => unknown; digest: () => Uint8Array };

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret as Uint8Array | undefined; // because the signer passes bytes or text
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(key));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
}
