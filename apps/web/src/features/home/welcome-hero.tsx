import { ButtonLink } from "@candor/ui/button.tsx";
import "@candor/ui/display.css";
import { useT } from "../../i18n/use-t.ts";
import { LOGIN, REGISTER } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";

/** For visitors: introduction, login and registration. */
export function WelcomeHero() {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  return (
    <section className="hero home-hero">
      <h2 className="home-welcome">{t("home.welcomeTitle")}</h2>
      <p className="muted home-welcome-text">{t(isSandbox ? "home.welcomeText" : "home.welcomeLive")}</p>
      <div className="row wrap home-ways">
        <ButtonLink to={REGISTER} tone="primary" size="medium">
          {t("shell.createAccount")}
        </ButtonLink>
        <ButtonLink to={LOGIN} tone="hero" size="medium">
          {t("shell.logIn")}
        </ButtonLink>
      </div>
    </section>
  );
}
