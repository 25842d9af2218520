// The exit codes of the program (docs/decisions/diagnostics.md).

export const ExitCode = {
  ok: 0,
  diagnostics: 1,
  usage: 2,
  refusedByCloud: 3,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
