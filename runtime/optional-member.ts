// Members of an application that a bundle holds only where they are needed (transformers/slim-runtime.ts).

export type OptionalMember =
  | '$adopt'
  | '$read'
  | '$through'
  | '$around'
  | '$addHeaders'
  | '$functions'
  | '$receive'
  | '$run'
  | '$running'
  | '$begin'
  | '$begun'
  | '$logError'
  | '$logJson'
  | '$logServed'
  | '$debugAnswer'
  | '$answerResponse'
  | '$answerHead'
  | '$deliverJson';

/** A type of which some members may be missing. */
export type Cut<T, Name extends keyof T> = Omit<T, Name> & Partial<Pick<T, Name>>;
