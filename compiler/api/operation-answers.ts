// All answers of one operation by status.
import { compareTexts } from '../text-order.js';
import type { Answer, ErrorAnswer } from './api-description.js';
import { reasonOf, type GatewayAnswer } from './other-answers.js';
import type { ViewAnswer } from './view-answers.js';

export type AnswerParts = {
  readonly views: readonly ViewAnswer[];
  readonly errors: readonly ErrorAnswer[];
  readonly gateway: readonly GatewayAnswer[];
  /** The text of the view's `@returns` tag. */
  readonly returns: string | undefined;
};

/** Sorted by status. */
export function operationAnswers({ views, errors, gateway, returns }: AnswerParts): Answer[] {
  const statuses = new Set<number | '2XX'>(
    [...views, ...errors, ...gateway].map(({ status }) => status),
  );
  const first = views.find(({ status }) => isSuccess(status))?.status;
  return [...statuses]
    .toSorted((left, right) => compareTexts(String(left), String(right)))
    .map((status) => {
      const own = errors.filter((error) => error.status === status);
      const messages = gateway.filter((answer) => answer.status === status);
      const said = own.map(({ message }) => message).filter(Boolean);
      const isReturned = status === first && returns !== undefined && returns !== '';
      return {
        status,
        description: isReturned ? returns : describe(status, said),
        bodies: views.find((view) => view.status === status)?.bodies ?? [],
        errors: own,
        messages: messages.map(({ message }) => message),
      };
    });
}

function isSuccess(status: number | '2XX'): boolean {
  return status === '2XX' || (status >= 200 && status < 300);
}

function describe(status: number | '2XX', messages: readonly string[]): string {
  return messages.length === 0 ? reasonOf(status) : [...new Set(messages)].join('; ');
}
