// Where a build is written, relative to the project directory.

export const BUILD_FOLDER = '.framework/build';
/** What is deployed. */
export const PACKAGE_FOLDER = `${BUILD_FOLDER}/package`;
export const MANIFEST_FILE = `${BUILD_FOLDER}/manifest.json`;
