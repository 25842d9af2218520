// Captures what is written to standard output.

/** Runs `action` with standard output captured; resolves with the text that was written. */
export async function capturedOutput(action: () => unknown): Promise<string> {
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  try {
    await action();
  } finally {
    process.stdout.write = write;
  }
  return text;
}
