// EventBridge answers 200 to a call of which a part failed; that part is an error as any other.

export type FailedEntry = { readonly code: string; readonly message: string };

/** Throws the first as the SDK throws what a service refuses. */
export function refuseFailedEntries(entries: readonly FailedEntry[] = []): void {
  const [first] = entries;
  if (!first) return;
  const name = first.code === '' ? 'FailedEntry' : first.code;
  const text = first.message === '' ? name : first.message;
  throw Object.assign(new Error(text), { name, $metadata: { httpStatusCode: 400 } });
}
