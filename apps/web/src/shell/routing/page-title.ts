import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { HOME } from "./routes.ts";

const PRODUCT = "Candor";

/** Sets the browser's page title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}

/** Goes back one step in the app, or home if the app was opened on this page. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === "default") void navigate(HOME, { replace: true });
    else void navigate(-1);
  };
}
