// The folder of a build, relative to the project directory.

export const BUILD_FOLDER: string = '.framework/build';
/** The folder that is deployed. */
export const PACKAGE_FOLDER: string = `${BUILD_FOLDER}/package`;
export const MANIFEST_FILE: string = `${BUILD_FOLDER}/manifest.json`;
