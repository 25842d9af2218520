// The environment variables that the guide reads, by name, so that the type checker knows them.
declare namespace NodeJS {
  interface ProcessEnv {
    /** The name of the guide in responses; set in `.framework/config.json`, like the next two. */
    readonly GUIDE_NAME: string;
    /** The valid token of members. */
    readonly MEMBER_TOKEN: string;
    /** The URI with which the gateway calls `tokenCheck` in `functions/token-check.ts`. */
    readonly TOKEN_CHECK_URI: string;
    /** Set by Lambda. */
    readonly AWS_EXECUTION_ENV?: string;
    /** The endpoint of the SDK, if it is not AWS. */
    readonly AWS_ENDPOINT_URL?: string;
  }
}
