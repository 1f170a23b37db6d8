/** The oldest browsers supported according to the README. test/browser/safari-16-4.ts finds unsupported features. */
export const BROWSERS = ["chrome111", "edge111", "firefox121", "safari16.4", "ios16.4"];
