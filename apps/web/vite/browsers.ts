/** The oldest browsers that the README promises. What they do not know yet is found with test/browser/safari-16-4.ts. */
export const BROWSERS = ["chrome111", "edge111", "firefox121", "safari16.4", "ios16.4"];
