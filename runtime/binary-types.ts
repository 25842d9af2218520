// The media types that an application treats as binary (specification 4.4). They are a set, because every response
// looks up its type.

/** Caches a list of media types as a set, until the list or its length changes. */
export class BinaryTypes {
  #listed: readonly string[] = [];
  #length = 0;
  #types: ReadonlySet<string> = new Set();

  /** Tells whether a media type, in lower case, is in a list. */
  includes(listed: readonly string[], mediaType: string): boolean {
    if (listed !== this.#listed || listed.length !== this.#length) {
      this.#listed = listed;
      this.#length = listed.length;
      this.#types = new Set(listed.map((type) => type.toLowerCase()));
    }
    return this.#types.has(mediaType);
  }
}
