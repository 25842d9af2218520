// The protocol between a host and its thread or process. Each question has a number, and its answer has the same number.

export type Questions<Outcome> = {
  /** `send` posts the question with its number. Resolves with the outcome that the answer has. */
  readonly ask: (send: (number: number) => void) => Promise<Outcome>;
  readonly settle: (answer: { readonly number: number; readonly outcome: Outcome }) => void;
  /** Settles every open question, when the thread or process has ended. */
  readonly settleAll: (outcome: Outcome) => void;
  readonly areOpen: () => boolean;
};

export function createQuestions<Outcome>(): Questions<Outcome> {
  const open = new Map<number, (outcome: Outcome) => void>();
  let last = 0;
  return {
    ask: (send) =>
      new Promise((resolve) => {
        last += 1;
        open.set(last, resolve);
        send(last);
      }),
    settle: ({ number, outcome }) => {
      const resolve = open.get(number);
      open.delete(number);
      resolve?.(outcome);
    },
    settleAll: (outcome) => {
      for (const resolve of open.values()) resolve(outcome);
      open.clear();
    },
    areOpen: () => open.size > 0,
  };
}
