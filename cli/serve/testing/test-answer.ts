// Makes the answer that a test reads.
import type { RawAnswer } from './messages.js';
import type { TestAnswer } from './test-client.js';

/** Makes the answer. `asked` names the request in messages, for example `GET /cities`. */
export function testAnswer(raw: RawAnswer, asked: string): TestAnswer {
  const byName = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.headers.length; index += 2) {
    const name = (raw.headers[index] ?? '').toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), raw.headers[index + 1] ?? '']);
  }
  const text = (): string => new TextDecoder().decode(raw.body);
  return {
    status: raw.status,
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, values.join(', ')])),
    headerValues: (name) => byName.get(name.toLowerCase()) ?? [],
    body: raw.body,
    text,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see its type
    json: <T>() => parse(text(), `${asked} (status ${raw.status})`) as T, // because the test claims it
    note: raw.note,
  };
}

const SHOWN = 200;

function parse(text: string, asked: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
    throw new SyntaxError(
      `The answer to ${asked} is not JSON: ${shown === '' ? 'it is empty' : shown}`,
      {
        cause,
      },
    );
  }
}
