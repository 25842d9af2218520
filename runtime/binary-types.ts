// Which media types an application treats as binary (spec 4.4), kept as a set because every answer asks.

type Known = { readonly length: number; readonly types: ReadonlySet<string> };
const known = new WeakMap<readonly string[], Known>();

/** Tells whether a media type, in lower case, is in `app.api.binaryTypes`. */
export function isBinaryType(binaryTypes: readonly string[], mediaType: string): boolean {
  let entry = known.get(binaryTypes);
  if (entry?.length !== binaryTypes.length) {
    entry = {
      length: binaryTypes.length,
      types: new Set(binaryTypes.map((type) => type.toLowerCase())),
    };
    known.set(binaryTypes, entry);
  }
  return entry.types.has(mediaType);
}
