// The interface to the terminal. stdout is for a command's output, stderr for messages and questions.

/** A stream for text, and its capabilities. */
export type TextStream = {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  /** The width in columns; undefined if it is unknown. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  /**
   * Aborted when writing is no longer possible, because the reader has exited (`framework logs --follow | head -1`) or the disk
   * is full. Absent if that cannot be detected.
   */
  readonly closed?: AbortSignal;
  /** False if box drawing characters cannot be displayed (`TERM=linux`, or a locale without UTF-8). */
  readonly hasUnicode: boolean;
};

export type Terminal = {
  readonly out: TextStream;
  readonly err: TextStream;
  /** True if questions may be asked: stdin and stderr are terminals and `CI` is not set. */
  readonly canAsk: boolean;
  /** In tests, answers questions instead of the user. */
  readonly askYesOrNo?: (question: YesOrNoQuestion) => Promise<boolean | undefined>;
  readonly askText?: (question: Pick<YesOrNoQuestion, 'message'>) => Promise<string | undefined>;
  /** In tests, replaces standard input. */
  readonly readInput?: () => Promise<Uint8Array>;
};

export type YesOrNoQuestion = {
  readonly message: string;
  /** The answer if the user just presses Return. */
  readonly isYesDefault: boolean;
  readonly signal: AbortSignal;
};
