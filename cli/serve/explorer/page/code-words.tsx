// Shows a sentence with code between backticks, as in messages and comments.
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
