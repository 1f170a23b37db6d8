/** The oldest browsers that the README promises. What they do not know yet is found by test/browser/older-browsers.test.ts. */
export const BROWSERS = ["chrome111", "edge111", "firefox121", "safari16.4", "ios16.4"];
