// The only door to the terminal: stdout is the answer, stderr is the conversation (style.md 2.7).

/** Where text goes and what the place can show. */
export type TextStream = {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  /** Columns; undefined when unknown. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  /**
   * Aborted when nothing can be written any more: nobody reads on (`framework logs --follow | head -1`), or the disk is
   * full. Absent where that cannot be told.
   */
  readonly closed?: AbortSignal;
  /** False where box drawing would not show (`TERM=linux`, a locale that is not UTF-8). */
  readonly hasUnicode: boolean;
};

export type Terminal = {
  readonly out: TextStream;
  readonly err: TextStream;
  /** True when a question may be asked: stdin and stderr are terminals and `CI` is not set. */
  readonly canAsk: boolean;
  /** Who answers; the user, unless given. */
  readonly askYesOrNo?: (question: YesOrNoQuestion) => Promise<boolean | undefined>;
};

export type YesOrNoQuestion = {
  readonly message: string;
  /** What the return key alone answers. */
  readonly isYesDefault: boolean;
  readonly signal: AbortSignal;
};
