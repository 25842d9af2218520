// The port to the terminal. stdout is for the output of a command, stderr for messages and questions.

/** A stream for text, and its capabilities. */
export type TextStream = {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  /** The width in columns; undefined when unknown. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  /**
   * Aborted when writing is no longer possible, because the reader has ended (`framework logs --follow | head -1`) or the disk
   * is full. Absent when that cannot be detected.
   */
  readonly closed?: AbortSignal;
  /** False when box drawing characters would not show (`TERM=linux`, a locale without UTF-8). */
  readonly hasUnicode: boolean;
};

export type Terminal = {
  readonly out: TextStream;
  readonly err: TextStream;
  /** True when a question may be asked: stdin and stderr are terminals and `CI` is not set. */
  readonly canAsk: boolean;
  /** Answers questions for the user, in tests. */
  readonly askYesOrNo?: (question: YesOrNoQuestion) => Promise<boolean | undefined>;
  readonly askText?: (question: Pick<YesOrNoQuestion, 'message'>) => Promise<string | undefined>;
  /** Replaces standard input, in tests. */
  readonly readInput?: () => Promise<Uint8Array>;
};

export type YesOrNoQuestion = {
  readonly message: string;
  /** The answer of the Return key alone. */
  readonly isYesDefault: boolean;
  readonly signal: AbortSignal;
};
