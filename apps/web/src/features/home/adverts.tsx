import { Link } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";

interface Advert {
  readonly id: string;
  readonly imageUrl: string;
  readonly title: string;
  readonly link: string | null;
}

/** The operator's banners: pictures with a title, some with a link. */
export function Adverts({ adverts }: { readonly adverts: readonly Advert[] }) {
  const t = useT();
  if (adverts.length === 0) return null;
  return (
    <ul className="adverts" aria-label={t("home.adverts")}>
      {adverts.map(({ id, imageUrl, title, link }) => (
        <li key={id}>
          <AdvertFrame link={link}>
            <img src={imageUrl} alt="" />
            <b className="advert-title med">{title}</b>
          </AdvertFrame>
        </li>
      ))}
    </ul>
  );
}

function AdvertFrame({ link, children }: { readonly link: string | null; readonly children: ReactNode }) {
  if (link === null) return <div className="advert">{children}</div>;
  if (link.startsWith("#")) {
    return (
      <Link className="advert" to={link.slice(1)}>
        {children}
      </Link>
    );
  }
  return (
    <a className="advert" href={link} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
