import { Button } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";
import { downloadBlob } from "../../shared/files/download.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

const FILE_NAME = "candor-recovery-codes.txt";

/** Saves text as a file. */
const save = (text: string): void => downloadBlob(new Blob([text], { type: "text/plain" }), FILE_NAME);

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
