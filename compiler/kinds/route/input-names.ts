// The names of parameters that are inputs besides captures.

const INPUT_NAMES = ['body', 'query', 'headers'] as const;

export type InputName = (typeof INPUT_NAMES)[number];

/** Whether a parameter with this name is an input, when the path has no capture with the name. */
export function isInputName(name: string | undefined): name is InputName {
  return INPUT_NAMES.some((one) => one === name);
}
