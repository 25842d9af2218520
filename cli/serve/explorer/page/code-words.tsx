// Sentences with words of code between backticks, as messages and comments are written.
import type { VNode } from 'preact';

export function CodeWords({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
    </>
  );
}
