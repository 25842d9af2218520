// Shows diagnostics with the surrounding source lines, as in the terminal.
import type { VNode } from 'preact';
import type { ShownProblem } from '../explorer-document.js';
import { CodeWords } from './code-words.js';

export function ProblemList({ problems }: { readonly problems: readonly ShownProblem[] }): VNode {
  return (
    <ul class="problems">
      {problems.map((problem, index) => (
        <li key={index}>
          <Problem problem={problem} />
        </li>
      ))}
    </ul>
  );
}

function Problem({ problem }: { readonly problem: ShownProblem }): VNode {
  const { code, severity, message, hint, at, lines } = problem;
  return (
    <>
      <p class="message">
        <span class={severity}>{code}</span> <CodeWords text={message} />
      </p>
      {hint !== undefined && (
        <p class="advice">
          <CodeWords text={hint} />
        </p>
      )}
      {at && (
        <p class="quiet">
          <code>
            {at.file}:{at.line}:{at.column}
          </code>
        </p>
      )}
      {at && lines && (
        <pre class="frame" tabIndex={0} role="region" aria-label={`${at.file}, line ${at.line}`}>
          {lines.map(({ number, text }) => (
            <span key={number} class={number === at.line ? 'here' : ''}>
              <i>{String(number).padStart(4)} </i>
              {text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}
