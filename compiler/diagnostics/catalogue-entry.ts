// The type of an entry in a catalogue of diagnostics (docs/decisions/diagnostics.md): the text of a problem, separate from the
// code that finds it.

/** A kind of problem. Its texts are made of `Data`. */
export type CatalogueEntry<Data> = {
  /** `FW` and four digits; the first two are the range (docs/decisions/diagnostics.md). Never reused. */
  readonly code: `FW${number}`;
  readonly severity: 'error' | 'warning';
  /** The heading of its page in `docs/errors/`. */
  readonly title: string;
  /** One sentence that names things as the user wrote them. */
  readonly message: (data: Data) => string;
  /** What to type next; undefined when the message already says it. */
  readonly hint?: (data: Data) => string | undefined;
};

/** Data for texts that are always the same. */
export type NoData = Readonly<Record<string, never>>;

/** An entry with part of its data filled in, such as the class and the argument. */
export function about<Data, Name extends keyof Data>(
  entry: CatalogueEntry<Data>,
  known: Pick<Data, Name>,
): CatalogueEntry<Omit<Data, Name>> {
  const whole = (rest: Omit<Data, Name>): Data => ({ ...known, ...rest }) as Data; // because the two parts make up all of it
  return {
    ...entry,
    message: (rest) => entry.message(whole(rest)),
    hint: (rest) => entry.hint?.(whole(rest)),
  };
}
