// The inputs of a view for the binder, which writes the code that reads and checks them.
import type { TypeDefinitions, ViewInputs } from './declared-type.js';

/** How a body is read: by the media types of its route. `either` is JSON or a form, as each request says. */
export type BodyForm = 'json' | 'form' | 'either' | 'text' | 'bytes';

export type BoundInputs = {
  readonly inputs: ViewInputs;
  readonly bodyForm: BodyForm;
  readonly definitions: TypeDefinitions;
};
