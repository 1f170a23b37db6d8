import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppStore } from "../state/app-store.ts";
import type { Access } from "./routes.ts";
import { loginPath, pathAfterLogin } from "./routes.ts";

/** Sends visitors to the login where a page is personal, and users home where a page is for visitors. */
export function RouteGuard({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { pathname, search } = useLocation();
  if (access === "personal" && !isLoggedIn) return <Navigate to={loginPath(pathname + search)} replace />;
  if (access === "guest" && isLoggedIn) return <Navigate to={pathAfterLogin(search)} replace />;
  return children;
}
