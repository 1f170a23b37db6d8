import { Button } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

const FILE_NAME = "candor-recovery-codes.txt";
/** Safari reads the file only after the click and asks the user first. */
const FILE_STAYS_MS = 60_000;

/** Saves text as a file. */
function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FILE_STAYS_MS);
}

/** The ten codes that replace a lost phone, shown only once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useT();
  const copy = useCopy();
  const text = codes.join("\n");
  return (
    <div className="stack-4">
      <Notice tone="warn">{t("security.recoveryOnce")}</Notice>
      <ol className="recovery-codes mono" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="g2">
        <Button tone="line" block onClick={() => copy(text)}>
          {t("shell.copy")}
        </Button>
        <Button tone="line" block onClick={() => save(`${text}\n`)}>
          {t("security.saveFile")}
        </Button>
      </div>
      <Button tone="primary" block onClick={onDone}>
        {t("security.recoveryKept")}
      </Button>
    </div>
  );
}
