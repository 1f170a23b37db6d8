import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppStore } from "../../state/app-store.ts";
import { addressedPath } from "./addressed-path.ts";
import type { Access } from "./routes.ts";
import { loginPath, pathAfterLogin } from "./routes.ts";

/** A user logging out is already leaving. */
const isBeingLeft = (pathname: string): boolean => addressedPath() !== pathname;

/** Redirects visitors from personal pages to the login, and users from visitor pages to the home page. */
export function RouteGuard({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { pathname, search } = useLocation();
  if (access === "personal" && !isLoggedIn) {
    return isBeingLeft(pathname) ? null : <Navigate to={loginPath(pathname + search)} replace />;
  }
  if (access === "guest" && isLoggedIn) return <Navigate to={pathAfterLogin(search)} replace />;
  return children;
}
