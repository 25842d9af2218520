// The environment variables that the guide reads, by name, so that the type checker knows them.
declare namespace NodeJS {
  interface ProcessEnv {
    /** The name of the guide in answers; in `.framework/config.json`, like the next two. */
    readonly GUIDE_NAME: string;
    /** What a member's token must be. */
    readonly MEMBER_TOKEN: string;
    /** The URI under which the gateway calls `tokenCheck` of `functions/token-check.ts`. */
    readonly TOKEN_CHECK_URI: string;
    /** Set by Lambda. */
    readonly AWS_EXECUTION_ENV?: string;
    /** Where the SDK finds a cloud that is not AWS. */
    readonly AWS_ENDPOINT_URL?: string;
  }
}
