// Error formats for the application, a blueprint and routes (docs/guide/errors.md).
import { errorFormat } from 'framework';

export interface Failure {
  errors: Record<string, unknown>;
}

export const failures = errorFormat<Failure>({
  invalidStatus: 422,
  invalid: (problems) => ({
    errors: Object.fromEntries(problems.map(({ at, rule }) => [at, rule])),
  }),
  error: ({ status, code, message, details, request }) => ({
    errors: {
      status,
      [code]: message,
      ...(details !== undefined && { details }),
      path: request.path,
    },
  }),
});

export const partly = errorFormat<{ part: string }>({ error: ({ code }) => ({ part: code }) });

export const conflict = errorFormat({ invalidStatus: 409 });

export const alone = errorFormat<{ said: string; problems: number }>({
  error: ({ message, problems = [] }) => ({ said: message, problems: problems.length }),
});

export const broken = errorFormat<never>({
  invalid: () => {
    throw new Error('broken format');
  },
  error: () => {
    throw new Error('broken format');
  },
});

export const unwritten = errorFormat<unknown>({
  error: () => Promise.reject(new Error('late')),
});
