// The names by which a view asks for more of a request than captures.

const INPUT_NAMES = ['body', 'query', 'headers'] as const;

export type InputName = (typeof INPUT_NAMES)[number];

/** Whether a parameter of this name is an input, when the path has no capture of it. */
export function isInputName(name: string | undefined): name is InputName {
  return INPUT_NAMES.some((one) => one === name);
}
