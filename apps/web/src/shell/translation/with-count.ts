const COUNT = /\s*[(（][^()（）]*[)）]$/;

/** "Positions (2)"; while the number is unknown "Positions", never "(0)". */
export const withCount = (label: string, isKnown: boolean): string =>
  isKnown ? label : label.replace(COUNT, "");
