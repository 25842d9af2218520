// Regular expressions in documents, which must match the whole text.

export function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    // The text is not a regular expression.
    return false;
  }
}

export function matchesWhole(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}
