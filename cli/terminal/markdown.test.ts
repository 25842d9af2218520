// A page of markdown on a terminal.
import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.js';

const PAGE = `# FW0001: A heading

A paragraph with \`code\`, a [page](../guide.md) and a [link](https://example.com/a).

- an item that is longer than the line
- another

## Wrong

\`\`\`json file=a.json
{
  "a": 1,

  "b": 2
}
\`\`\`

\`\`\`ts
# no heading
\`\`\`

Specification 4.1.
`;

test('headings stand alone, code is indented, links show where they go', () => {
  expect(renderMarkdown(PAGE, { hasColor: false, width: undefined })).toMatchInlineSnapshot(`
    "FW0001: A heading

    A paragraph with \`code\`, a page and a link (https://example.com/a).

    - an item that is longer than the line
    - another

    Wrong

      a.json
        {
          "a": 1,

          "b": 2
        }

        # no heading

    Specification 4.1.
    "
  `);
});

test('running text is as wide as the window, code is left as it is', () => {
  expect(renderMarkdown(PAGE, { hasColor: false, width: 30 })).toMatchInlineSnapshot(`
    "FW0001: A heading

    A paragraph with \`code\`, a
    page and a link
    (https://example.com/a).

    - an item that is longer than
      the line
    - another

    Wrong

      a.json
        {
          "a": 1,

          "b": 2
        }

        # no heading

    Specification 4.1.
    "
  `);
});

test('headings are bold where there is colour, and nothing else changes', () => {
  const colored = renderMarkdown(PAGE, { hasColor: true, width: undefined });
  expect(colored.split('\n')[0]).toBe('\u001b[1mFW0001: A heading\u001b[22m');
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(
    renderMarkdown(PAGE, { hasColor: false, width: undefined }),
  );
});
