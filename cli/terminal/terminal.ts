// The interface to the terminal, and the terminal of this process. stdout is for a command's output, stderr for messages and
// questions.

export type TextStream = {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  /** The width in columns; undefined if it is unknown. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  /** Aborted when the reader has exited (`… | head -1`) or the disk is full; undefined if this cannot be detected. */
  readonly closed?: AbortSignal;
  /** False if box drawing characters cannot be displayed (`TERM=linux`, or a locale without UTF-8). */
  readonly hasUnicode: boolean;
};

export type Terminal = {
  readonly out: TextStream;
  readonly err: TextStream;
  /** True if questions may be asked: stdin and stderr are terminals and `CI` is not set. */
  readonly canAsk: boolean;
  /** Tests set these functions to answer questions instead of the user. */
  readonly askYesOrNo?: (question: YesOrNoQuestion) => Promise<boolean | undefined>;
  readonly askText?: (question: Pick<YesOrNoQuestion, 'message'>) => Promise<string | undefined>;
  /** Tests set this function to replace standard input. */
  readonly readInput?: () => Promise<Uint8Array>;
};

export type YesOrNoQuestion = {
  readonly message: string;
  /** True if pressing Return answers yes. */
  readonly isYesDefault: boolean;
  readonly signal: AbortSignal;
};

type Environment = Readonly<Record<string, string | undefined>>;

type ProcessStreams = {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
};

type OutputStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
  readonly on?: (event: 'error', listener: () => void) => unknown;
};

export function openTerminal(streams: ProcessStreams, environment: Environment): Terminal {
  const out = openStream(streams.stdout, environment);
  const err = openStream(streams.stderr, environment);
  const canAsk = streams.stdin.isTTY === true && err.isTty && !isSet(environment['CI']);
  return { out, err, canAsk };
}

function openStream(stream: OutputStream, environment: Environment): TextStream {
  const isTty = stream.isTTY === true;
  const closing = new AbortController();
  stream.on?.('error', () => closing.abort());
  return {
    closed: closing.signal,
    write: (text) => void stream.write(text),
    isTty,
    // Read on each use, because a window can be resized.
    get width() {
      return knownColumns(stream);
    },
    hasColor: hasColor(isTty, environment),
    hasUnicode: hasUnicode(environment),
  };
}

/** Returns the width of a terminal; undefined for any other stream. A terminal of unknown width reports 0. */
export function knownColumns({ columns }: Pick<OutputStream, 'columns'>): number | undefined {
  return columns === 0 ? 80 : columns;
}

function hasColor(isTty: boolean, environment: Environment): boolean {
  if (isSet(environment['NO_COLOR'])) return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTty && environment['TERM'] !== 'dumb';
}

function hasUnicode(environment: Environment): boolean {
  const { platform } = process;
  if (environment['TERM'] === 'linux' || environment['TERM'] === 'dumb') return false;
  if (platform === 'win32')
    return isSet(environment['WT_SESSION']) || environment['TERM_PROGRAM'] === 'vscode';
  // POSIX treats an empty variable as unset.
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG'].map((name) => environment[name]).find(Boolean);
  return locale === undefined ? platform === 'darwin' : /utf-?8/i.test(locale);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
