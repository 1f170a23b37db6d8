/** Returns the code of a worker that runs a bundle, with source maps, so that stack traces show source lines. */
export const loaderOf = (href: string): string =>
  `process.setSourceMapsEnabled(true); import(${JSON.stringify(href)});`;
