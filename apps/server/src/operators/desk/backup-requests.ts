import { OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { joinToOneLine } from "@candor/text/visible-text";
import type { Manifest } from "../../engine/home/manifest.ts";
import {
  BACKUP_ACTION,
  BACKUP_REQUESTS,
  type OperatorRequest,
  type OperatorResult,
  Refusal,
} from "../protocol/operator-messages.ts";
import type { OperatorDesk } from "./operator-desk.ts";

const MAX_PROBLEM = 300;

/** Answers the command line that copies the home of this running server. */
export class BackupRequests {
  private readonly desk: Pick<OperatorDesk, "noteBackup">;
  private readonly takePoint: () => Promise<Manifest>;

  /** @param takePoint returns the positions of all stores at one moment */
  constructor(desk: Pick<OperatorDesk, "noteBackup">, takePoint: () => Promise<Manifest>) {
    this.desk = desk;
    this.takePoint = takePoint;
  }

  /** @returns undefined if the request is not about a backup */
  async answer({
    operator,
    command,
    target,
    input,
  }: OperatorRequest): Promise<OperatorResult | Refusal | undefined> {
    const isOurs = Object.values<string>(BACKUP_REQUESTS).includes(command);
    if (!isOurs) return undefined;
    if (!OPERATOR_NAME.test(operator)) return new Refusal(OPERATOR_NAME_RULE);
    const begun = Number(input?.begun ?? 0);
    const signed = { operator, action: BACKUP_ACTION, target: joinToOneLine(target), reason: "" };
    switch (command) {
      case BACKUP_REQUESTS.begin:
        return { note: "", rows: [{ number: this.desk.noteBackup({ ...signed, phase: "begun" }).number }] };
      case BACKUP_REQUESTS.point:
        return { note: "", rows: [], data: await this.takePoint() };
      case BACKUP_REQUESTS.done:
        this.desk.noteBackup({ ...signed, phase: "done", begun, after: { seq: Number(input?.seq ?? 0) } });
        return { note: "", rows: [] };
      default: {
        const said = typeof input?.problem === "string" ? input.problem : "";
        const problem = joinToOneLine(said).slice(0, MAX_PROBLEM);
        this.desk.noteBackup({ ...signed, phase: "failed", begun, problem });
        return { note: "", rows: [] };
      }
    }
  }
}
