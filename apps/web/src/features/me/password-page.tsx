import "@candor/ui/display.css";
import { Segmented } from "@candor/ui/segmented.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import "./me.css";

type PasswordKind = "login" | "payment";

interface Props {
  readonly title: string;
  readonly children: (kind: PasswordKind) => ReactNode;
}

/** Page for one of the two passwords, chosen by the address. */
export function PasswordPage({ title, children }: Props) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const kind = params.get("kind") === "payment" ? "payment" : "login";
  return (
    <Page title={title} hasBack isForm>
      <div className="panel pw-form narrow">
        <Segmented
          label={t("me.passwordKind")}
          value={kind}
          onValueChange={(next) => setParams(next === "payment" ? { kind: next } : {}, { replace: true })}
          choices={[
            { value: "login", label: t("me.loginPassword") },
            { value: "payment", label: t("me.paymentPassword") },
          ]}
        />
        {children(kind)}
      </div>
    </Page>
  );
}
