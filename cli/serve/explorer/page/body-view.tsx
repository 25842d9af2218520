// Shows a body: JSON formatted, an image as an image, other text unchanged (HTML as its source), other bytes as a download.
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { parseJson } from '../../../../compiler/json-values.js';
import type { CarriedBody } from '../explorer-document.js';
import { Check, SmallButton } from './controls.js';

type BodyProps = { readonly body: CarriedBody; readonly type: string };

/** The number of characters that are shown at first, because the browser needs seconds to show megabytes of text. */
const SHOWN = 100_000;

export function BodyView({ body, type }: BodyProps): VNode {
  if (/^image\//i.test(type)) return <ImageView body={body} type={type} />;
  if ('text' in body) return <TextView key={body.text} text={body.text} />;
  return <SavedBody body={body} type={type} />;
}

/** Shows what the application printed. */
export function LogView({ log, label }: Readonly<Record<'log' | 'label', string>>): VNode | null {
  if (log === '') return null;
  return (
    <section aria-labelledby="log-title">
      <h3 id="log-title">Log</h3>
      <pre class="log" tabIndex={0} role="region" aria-label={label}>
        {log}
      </pre>
    </section>
  );
}

function TextView({ text }: { readonly text: string }): VNode {
  const [isRaw, setRaw] = useState(false);
  const [isWhole, setWhole] = useState(text.length <= SHOWN);
  const pieces = useMemo(() => (text.length <= SHOWN * 5 ? jsonPieces(text) : undefined), [text]);
  return (
    <div class="shown-body">
      {pieces && <Check label="As sent" isOn={isRaw} onChange={setRaw} class="check raw" />}
      <pre tabIndex={0} role="region" aria-label="Body of the response">
        {pieces && !isRaw
          ? pieces.slice(0, isWhole ? undefined : SHOWN / 10).map(({ kind, text: piece }, index) =>
              kind === 'plain' ? (
                piece
              ) : (
                <span key={index} class={`j-${kind}`}>
                  {piece}
                </span>
              ),
            )
          : text.slice(0, isWhole ? undefined : SHOWN)}
      </pre>
      {!isWhole && <SmallButton label="Show all" onClick={() => setWhole(true)} />}
    </div>
  );
}

function ImageView({ body, type }: BodyProps): VNode {
  const url = useBlobUrl(body, type);
  return <img class="shown-image" src={url} alt={`The answer, ${type}`} />;
}

function SavedBody({ body, type }: BodyProps): VNode {
  const url = useBlobUrl(body, 'application/octet-stream');
  return (
    <p>
      The body is not text{type === '' ? '' : ` (${type})`}.{' '}
      <a href={url} download="response">
        Save it
      </a>
    </p>
  );
}

/** Returns a URL for the bytes that is valid only in this page. */
function useBlobUrl(body: CarriedBody, type: string): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytesOf(body)], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [body, type]);
  return url;
}

function bytesOf(body: CarriedBody): Uint8Array<ArrayBuffer> | string {
  if ('text' in body) return body.text;
  return Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
}

type JsonPiece = {
  readonly kind: 'plain' | 'name' | 'text' | 'number' | 'word';
  readonly text: string;
};

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/** Returns the pieces of a JSON text; undefined for text that is not JSON. */
export function jsonPieces(text: string): JsonPiece[] | undefined {
  if (parseJson(text) === undefined) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  const pieces: JsonPiece[] = [];
  let depth = 0;
  const plain = (piece: string): void => {
    pieces.push({ kind: 'plain', text: piece });
  };
  const breakLine = (): void => plain(`\n${'  '.repeat(depth)}`);
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      plain(token);
      depth += 1;
      if (next !== '}' && next !== ']') breakLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const last = tokens[index - 1];
      if (last !== '{' && last !== '[') breakLine();
      plain(token);
    } else if (token === ',') {
      plain(token);
      breakLine();
    } else if (token === ':') plain(': ');
    else pieces.push({ kind: kindOf(token, next), text: token });
  });
  return pieces;
}

function kindOf(token: string, next: string | undefined): JsonPiece['kind'] {
  if (token.startsWith('"')) return next === ':' ? 'name' : 'text';
  return /^[-\d]/.test(token) ? 'number' : 'word';
}
