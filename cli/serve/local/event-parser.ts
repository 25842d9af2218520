// Parses server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). Existing packages
// lose the id of an event that has no data.

/** A server-sent event as it was sent, with the last id of the stream. The name defaults to `message`. */
export type ParsedEvent = { readonly id: string; readonly event: string; readonly data: string };

/** Creates a parser for one stream. It accepts the stream's chunks and returns the events that each chunk completes. */
export function createEventParser(): (chunk: Uint8Array) => ParsedEvent[] {
  // The decoder removes a byte order mark.
  const decoder = new TextDecoder();
  let rest = '';
  let isAfterReturn = false;
  let id = '';
  let event = '';
  let data: string[] = [];
  const readLine = (line: string): ParsedEvent[] => {
    if (line === '') {
      const done = { id, event: event === '' ? 'message' : event, data: data.join('\n') };
      const events = data.length > 0 ? [done] : [];
      event = '';
      data = [];
      return events;
    }
    const [, field, value = ''] = /^([^:]*)(?::\u0020?([^]*))?$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    return [];
  };
  return (chunk) => {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') return [];
    // A line feed after a carriage return at the end of the previous chunk belongs to the same line break.
    if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    isAfterReturn = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    return lines.flatMap(readLine);
  };
}
