import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { NewsIcon } from "@candor/ui/page-icons.tsx";
import { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";

interface Props {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The list it belongs to. */
  readonly listPath: string;
}

/** Shown for content that was withdrawn or could not be fetched. */
export function ContentUnavailable({ error, onRetry, listPath }: Props) {
  const t = useT();
  if (!(error instanceof ApiError) || error.error !== "request.unknownId")
    return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <div className="group">
      <Empty
        icon={NewsIcon}
        title={t("notice.gone")}
        action={
          <ButtonLink to={listPath} size="small" tone="line">
            {t("notice.toList")}
          </ButtonLink>
        }
      >
        {t("notice.goneNote")}
      </Empty>
    </div>
  );
}
