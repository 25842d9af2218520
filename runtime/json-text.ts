// Values of views as JSON text (spec 4.3); what JSON cannot hold is an unhandled error, never a dropped connection.

/** The JSON text of a value. */
export function jsonText(value: unknown): string {
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  const text = isBytes ? undefined : (JSON.stringify(value) as string | undefined); // because a function gives undefined
  if (text !== undefined) return text;
  throw new TypeError(
    isBytes
      ? 'A view returns bytes in a Response with a binary Content-Type.'
      : `A view returned a ${typeof value}, which JSON cannot hold.`,
  );
}
