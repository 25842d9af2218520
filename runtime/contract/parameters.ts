// Secrets and parameters: where a stage stores them, and the variable that contains this location (docs/guide/secrets.md).

/** A secret is stored encrypted (`SecureString`), a parameter as plain text (`String`). */
export type ParameterKind = 'secret' | 'parameter';

export const PARAMETER_KINDS: readonly ParameterKind[] = ['secret', 'parameter'];

/**
 * The variable of a deployed function that contains its stage's {@link parameterPath}. A deploy sets it if the application has
 * secrets or parameters. If it is not set, their values are read from environment variables.
 */
export const PATH_VARIABLE = 'FRAMEWORK_PARAMETERS';

/** Returns the prefix of the names that a stage's parameters have in Systems Manager. */
export function parameterPath(app: string, stage: string): string {
  return `/${app}/${stage}/`;
}

/** Returns the environment variable that contains the value on a developer's machine: `STRIPE_KEY` for `stripe-key`. */
export function variableOf(name: string): string {
  return name.replace(/^(?=\d)|[^A-Za-z0-9]/g, '_').toUpperCase();
}
