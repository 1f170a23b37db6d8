import { NEWEST_RULES } from "@candor/domain/rules";

/** A newer program has served the home, under rules that this one does not know. */
export class NewerHomeError extends Error {
  /** @param rules version of the rules that the newer program adopted */
  constructor(rules: number) {
    super(
      `a newer version of Candor has served this home: its rules are version ${rules}, and this version knows ` +
        `${NEWEST_RULES}. Nothing was changed. Start the newer version again, or restore the backup that was made before ` +
        `the upgrade (docs/recovery.md).`,
    );
    this.name = "NewerHomeError";
  }
}
