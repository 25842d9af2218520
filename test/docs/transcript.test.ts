// Pages are corrected where they differ from the printed output, and nowhere else.
import { expect, test } from 'vitest';
import { codeBlocks } from './pages.js';
import { correctOutputs, transcriptOf } from './transcript.js';

const TEXT =
  '# Page\n\n```sh\none\n```\n\n```text\nold\nlines\n```\n\n```sh\ntwo\n```\n\n```text\nright\n```\n';

test('what a page shows is replaced by what is printed', () => {
  const steps = transcriptOf({ path: 'page.md', text: TEXT, blocks: codeBlocks(TEXT) });
  const [first] = steps.flatMap((step) => (step.kind === 'run' ? [step] : []));
  const line = first?.outputLine ?? 0;
  const corrected = correctOutputs(TEXT, [
    { line, shown: first?.output ?? '', printed: 'new\nand\nlonger\n' },
  ]);
  expect(corrected).toBe(TEXT.replace('old\nlines\n', 'new\nand\nlonger\n'));
});
