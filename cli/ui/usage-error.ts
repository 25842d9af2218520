// The words for a command line that cannot be obeyed.

/** What is wrong, what to type instead, and where the help is. */
export type UsageError = {
  readonly message: string;
  readonly hint?: string;
  readonly help: string;
};

/** Renders a usage error, for stderr. */
export function renderUsageError({ message, hint, help }: UsageError): string {
  const lines = [
    `error: ${message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    `  help: ${help}`,
  ];
  return `${lines.join('\n')}\n`;
}
