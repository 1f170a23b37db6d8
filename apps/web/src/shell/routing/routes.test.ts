import { expect, test } from "vitest";
import { routeTable } from "../../../../../test/support/route-table.ts";
import { FORGOT, HOME, LOGIN, loginPath, pathAfterLogin, REGISTER, ROUTES, routeAt } from "./routes.ts";

test("WEB-31 every route of this slice has a screen", () => {
  expect(ROUTES.filter(({ path }) => routeAt(path) === undefined).map(({ path }) => path)).toEqual([]);
  for (const path of [
    "/pages/home/index",
    "/pages/market/index",
    "/pages/trans/index",
    "/pages/mining/index",
    "/pages/my/index",
    "/pages/login/login",
    "/pages/login/reg",
    "/pages/login/forget",
    "/pages/hqchart2_renderjs/index",
    "/pages/market/detail",
    "/pages/my/love",
    "/pages/my/pwdSet",
    "/pages/my/Retrieve",
    "/pages/my/profile",
    "/pages/my/saveCenter",
    "/pages/my/auther",
    "/pages/my/verification",
    "/pages/my/inviter",
    "/pages/my/team",
    "/pages/cropper/u-avatar-cropper",
    "/choose-location",
    "/open-location",
    "/pages/wallet/index",
    "/pages/wallet/transfer",
    "/pages/wallet/record",
    "/pages/trans/futures",
    "/pages/trans/Frecord",
    "/pages/trans/allTransaction",
    "/pages/trans/evidence",
    "/pages/error",
    "/pages/service",
    "/pages/notice/index",
    "/pages/notice/detail",
    "/pages/notice/article",
  ]) {
    expect(routeAt(path), path).toBeDefined();
  }
});

test("WEB-31 what is personal asks for a login, what an exchange shows to everyone does not, and login pages are for visitors", () => {
  const access = (path: string) => routeAt(path)?.access;
  for (const path of [
    "/pages/my/index",
    "/pages/wallet/index",
    "/pages/wallet/transfer",
    "/pages/my/love",
    "/pages/my/saveCenter",
    "/pages/my/verification",
  ]) {
    expect(access(path), path).toBe("personal");
  }
  for (const path of [HOME, "/pages/market/index", "/pages/trans/index", "/pages/market/detail"]) {
    expect(access(path), path).toBe("public");
  }
  for (const path of [LOGIN, REGISTER, FORGOT]) expect(access(path), path).toBe("guest");
});

test("WEB-31 a login leads back to where it was asked for, and never out of the app", () => {
  const path = "/pages/wallet/transfer?asset=BTC&from=main";
  expect(pathAfterLogin(loginPath(path).slice(LOGIN.length))).toBe(path);
  expect(loginPath()).toBe(LOGIN);
  expect(pathAfterLogin("")).toBe(HOME);
  for (const back of [
    "https://example.org",
    "//example.org",
    "/pages/login/reg",
    "/pages/nowhere",
    "javascript:1",
  ]) {
    expect(pathAfterLogin(`?back=${encodeURIComponent(back)}`), back).toBe(HOME);
  }
});

test("WEB-70 the table of routes has each of them, for whom it is", () => {
  const audiences = { public: "everyone", personal: "users", guest: "visitors" } as const;
  const known = ROUTES.map(({ path, access }) => `${path} ${audiences[access]}`);
  const told = routeTable().map(({ path, audience }) => `${path} ${audience}`);
  expect(told.toSorted()).toEqual(known.toSorted());
});
