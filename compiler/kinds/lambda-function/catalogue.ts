// FW27: functions declared with `app.lambdaFunction()` (specification 2.1).
import { code, didYouMean, type CatalogueEntry } from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

export const functionOptionsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2704',
  severity: 'error',
  title: 'The options of a function are not an object',
  message: ({ found }) =>
    `The argument of \`lambdaFunction\` must be an options object, but this is ${found}.`,
  hint: () => "Write `@app.lambdaFunction()` or `@app.lambdaFunction({ name: 'resize' })`.",
};

export const unknownFunctionOption: CatalogueEntry<UnknownOption> = {
  code: 'FW2705',
  severity: 'error',
  title: 'A function has an unknown option',
  message: ({ option }) => `\`lambdaFunction\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) =>
    `${didYouMean(suggestion, known)} Configure the memory, timeout and similar settings in \`.framework/config.json\` under \`lambda_functions\`.`,
};

export const functionParameters: CatalogueEntry<{ readonly name: string; readonly count: number }> =
  {
    code: 'FW2707',
    severity: 'error',
    title: 'A function has more than two parameters',
    message: ({ name, count }) =>
      `The function ${code(name)} has ${count} parameters; it is called with an event and a context.`,
    hint: () => 'Write `(event, context)`.',
  };
