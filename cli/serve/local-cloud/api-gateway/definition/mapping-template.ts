// Mapping templates in the format that the framework writes: text with a few `$` variables. The import rejects a template that
// uses more, because this cloud would not evaluate it.

const VARIABLE =
  /\$(context\.error\.messageString|context\.error\.message|context\.requestId|input\.json\('\$'\)|input\.body)/g;

/** Returns what is wrong with a template, or undefined. */
export function templateProblem(template: string): string | undefined {
  const rest = template.replace(VARIABLE, '');
  return /[$#]/.test(rest)
    ? `The test cloud cannot carry out the mapping template ${JSON.stringify(template)}`
    : undefined;
}

export type TemplateValues = {
  readonly requestId: string;
  readonly errorMessage?: string | undefined;
  readonly body?: string;
};

export function renderTemplate(template: string, values: TemplateValues): string {
  return template.replace(VARIABLE, (_, name: string) => {
    switch (name) {
      case 'context.requestId':
        return values.requestId;
      case 'context.error.message':
        return values.errorMessage ?? '';
      case 'context.error.messageString':
        return JSON.stringify(values.errorMessage ?? null);
      default:
        return values.body ?? '';
    }
  });
}
