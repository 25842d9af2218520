// Formats JSON without changing its values: a number with 20 digits keeps all of them, and a repeated name is shown twice.

export type JsonPiece = {
  readonly kind: 'plain' | 'name' | 'text' | 'number' | 'word';
  readonly text: string;
};

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/** Returns the pieces of a JSON text; undefined for text that is not JSON. */
export function jsonPieces(text: string): JsonPiece[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(TOKEN) ?? [];
  const pieces: JsonPiece[] = [];
  let depth = 0;
  const plain = (piece: string): void => {
    pieces.push({ kind: 'plain', text: piece });
  };
  const breakLine = (): void => {
    plain(`\n${'  '.repeat(depth)}`);
  };
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
