import { CALLS } from "@candor/wire/calls";
import { beforeAll, expect, test } from "vitest";
import { dragByFinger, logOut, operate, PASSWORD, redAndBlue, registerByName } from "./account-pages.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, open, register, requestCode, told } from "./web-app.ts";

const stage = useQuietStage();
/** Passkeys need a host name rather than an IP address. */
let url: string;

beforeAll(async () => {
  url = stage.namedUrl;
});

const WIDTH = `document.querySelector("main .avatar img").naturalWidth`;
/** Returns the colors of the picture's left and right edge as displayed: "red", "blue" or neither. */
const EDGES = `(async () => {
  // The element itself may still show the previous picture.
  const image = new Image();
  image.src = document.querySelector("main .avatar img").src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [0.05, 0.95].map((share) => {
    const [red, , blue] = context.getImageData(canvas.width * share, canvas.height / 2, 1, 1).data;
    return red > blue + 100 ? "red" : blue > red + 100 ? "blue" : "neither: " + red + ", " + blue;
  });
})()`;

test("WEB-06 a picture is cropped with slider, keys and finger, and becomes the avatar", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  const picture = await redAndBlue();
  const crop = async (move: () => Promise<void>) => {
    await open(page, url, "/pages/my/profile");
    await page.getByRole("link", { name: /^Picture/ }).click();
    await page.locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("img", { name: "The chosen picture" }).waitFor();
    await move();
    await page.getByRole("button", { name: "Use this picture" }).click();
    await told(page, "Profile picture saved");
    await page.waitForURL(/pages\/my\/profile/);
    await page.locator("main .avatar img").waitFor();
    await eventually(() => page.evaluate(WIDTH)).toBeGreaterThan(0);
    return page.evaluate(EDGES);
  };
  // The largest centered square contains both halves.
  expect(await crop(async () => undefined)).toEqual(["red", "blue"]);
  const frame = page.locator(".ReactCrop__crop-selection");
  const zoomIn = async () => {
    await page.getByRole("slider", { name: "Zoom" }).fill("100");
  };
  const byKeys = async () => {
    await zoomIn();
    await frame.focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press("Control+ArrowLeft");
  };
  expect(await crop(byKeys)).toEqual(["red", "red"]);
  const byFinger = async () => {
    await zoomIn();
    await dragByFinger(page, frame, 160, 0);
  };
  expect(await crop(byFinger)).toEqual(["blue", "blue"]);
  const noPicture = { name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") };
  await open(page, url, "/pages/cropper/u-avatar-cropper");
  await page.locator("input[type=file]").setInputFiles(noPicture);
  await page.getByText(/This picture cannot be used/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

const POSTER_HEIGHT = `document.querySelector(".invite-poster").naturalHeight`;

test("WEB-54 an invitation link fills its code in, and the poster is drawn on the device", async () => {
  const { context, page, problems } = await stage.visit({ viewport: DESKTOP });
  await registerByName(page, url);
  await open(page, url, "/pages/my/inviter");
  const link = await page.locator(".invite-link").innerText();
  const code = await page.locator(".invite-code").innerText();
  expect(link).toBe(`${url}/#/pages/login/reg?code=${code}`);
  await page.getByRole("img", { name: "QR code of your invitation link" }).waitFor();
  await page.getByRole("button", { name: "Make a poster" }).click();
  const poster = page.getByRole("img", { name: "Poster with your invitation code" });
  await poster.waitFor();
  await eventually(() => page.evaluate(POSTER_HEIGHT)).toBe(1040);

  const guest = await stage.visit();
  await guest.page.goto(link);
  await eventually(() => guest.page.getByLabel("Invitation code").inputValue()).toBe(code);
  await guest.page.getByRole("radio", { name: "Username" }).click();
  await guest.page.getByRole("textbox", { name: "Username" }).fill(`guest_${Date.now() % 1_000_000}`);
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByLabel("Repeat password").fill(PASSWORD);
  await guest.page.locator("form button[type=submit]").click();
  await guest.page.waitForURL(/pages\/home\/index/);
  expect([...problems, ...guest.problems]).toEqual([]);
  await guest.context.close();
  await context.close();
});

test("WEB-34 no code is requested for a mailbox that cannot be registered", async () => {
  const { context, page, problems } = await stage.visit();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === `/api${CALLS.sendEmailCode.path}`) asked.push(pathname);
  });
  await open(page, url, "/pages/login/reg");
  await page.getByLabel("E-mail", { exact: true }).fill("mára@example.org");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("Please check the e-mail address.").waitFor();
  expect(asked).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-113 before and after the first payment password of an account with a name only, the app says that it holds withdrawals", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  await open(page, url, "/pages/my/pwdSet?kind=payment");
  await page.getByText("After you set it, withdrawals wait 24 hours.").waitFor();
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.getByLabel("New payment password, 6 digits").fill("246802");
  await page.getByLabel("Repeat the 6 digits").fill("246802");
  await page.getByRole("button", { name: "Save password" }).click();
  await told(page, /^Password saved\. Withdrawals wait until .+\d\.$/);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-55 forgotten passwords are recovered by code, before the login and after it", async () => {
  const { context, page, problems } = await stage.visit();
  const { email } = await register(page, url);
  await open(page, url, "/pages/my/pwdSet?kind=payment");
  const setPayment = async (digits: string, answer: RegExp) => {
    await page.getByLabel("6-digit code").fill(await requestCode(page, stage.url, email));
    await page.getByLabel("New payment password, 6 digits").fill(digits);
    await page.getByLabel("Repeat the 6 digits").fill(digits);
    await page.getByRole("button", { name: "Save password" }).click();
    await told(page, answer);
  };
  await setPayment("246802", /^Password saved$/);
  await open(page, url, "/pages/my/pwdSet?kind=payment");
  await page.getByRole("link", { name: "Forgot the old one?" }).click();
  await page.waitForURL(/pages\/my\/Retrieve\?kind=payment/);
  await setPayment("135791", /^Password saved\. Withdrawals wait until .+\d\.$/);
  await page.waitForURL(/pages\/my\/saveCenter/);
  await page.getByText(/Withdrawals wait until .*Reason: the payment password was set or changed/).waitFor();

  await logOut(page, url);
  await open(page, url, "/pages/login/forget");
  await page.getByLabel("E-mail or phone number").fill(email);
  await page.getByLabel("6-digit code").fill(await requestCode(page, stage.url, email));
  await page.getByLabel("New password", { exact: true }).fill("heron42x");
  await page.getByLabel("Repeat password").fill("heron42x");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL(/pages\/login\/login/);
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("heron42x");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/pages\/home\/index/);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-35 a frozen account is signed out, and the error page says why", async () => {
  const { context, page, problems } = await stage.visit();
  const name = await registerByName(page, url);
  // A personal page, which redirects to the login without a session.
  await open(page, url, "/pages/my/profile");
  const ways: string[] = [];
  page.on("framenavigated", (frame) => ways.push(frame.url()));
  await operate(stage.server, "user", "freeze", name, "--reason", "asked for by its owner");
  await page.waitForURL(/pages\/error\?reason=banned/);
  expect(ways.filter((way) => way.includes("/login"))).toEqual([]);
  await page.getByRole("heading", { name: "This account has been frozen" }).first().waitFor();
  const why = page.getByText("Account has been frozen. Please contact customer service");
  await why.waitFor();
  await page.reload();
  await why.waitFor();
  const other = await stage.visit();
  await open(other.page, url, "/pages/error?reason=banned");
  await other.page.getByRole("heading", { name: "This account has been frozen" }).first().waitFor();
  expect(await other.page.getByText("Account has been frozen. Please contact").count()).toBe(0);
  await other.context.close();
  const state = await page.evaluate(() => localStorage.getItem("candor") ?? "");
  expect((JSON.parse(state) as { state: { token: string } }).state.token).toBe("");
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-44 a rejected form focuses the first wrong field; editing a field clears its error, and keeps the other fields' errors", async () => {
  const { context, page } = await stage.visit();
  await open(page, url, "/pages/login/reg");
  await page.locator("form button[type=submit]").click();
  const wrong = page.locator("[aria-invalid=true]");
  await eventually(() => wrong.count()).toBe(3);
  const focused = page.locator(":focus");
  await eventually(() => focused.getAttribute("name")).toBe("email");
  await page.getByLabel("E-mail", { exact: true }).fill("a");
  expect(await page.getByText("Please check the e-mail address.").count()).toBe(0);
  expect(await wrong.count()).toBe(2);
  await page.getByLabel("Password", { exact: true }).fill("abc123");
  expect(await wrong.count()).toBe(1);
  await page.getByLabel("6-digit code").fill("1");
  expect(await wrong.count()).toBe(0);
  // The field is still invalid: the next attempt reports it again.
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.locator("form button[type=submit]").click();
  await eventually(() => wrong.count()).toBe(3);
  // Either password may be mistyped.
  await page.getByText("The passwords do not match").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("abc1234");
  expect(await page.getByText("The passwords do not match").count()).toBe(0);
  await context.close();
});
