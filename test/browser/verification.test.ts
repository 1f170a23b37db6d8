import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { operate, registerByName } from "./account-pages.ts";
import { eventually, useQuietStage } from "./stage.ts";
import { open } from "./web-app.ts";

const stage = useQuietStage();
/** Geolocation needs a secure page, and "localhost" counts as one. */
let url: string;

beforeAll(async () => {
  url = stage.namedUrl;
});

const photo = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: "#8090a0" } })
    .jpeg()
    .toBuffer(),
});

test("WEB-53 identity is verified in two levels, with an address from the map and a refusal in between", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  await open(page, url, "/pages/my/auther");
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("Add this photo.").first().waitFor();
  await page.getByLabel("Country").selectOption("AT");
  await page.getByLabel("Full name").fill("Mara Lindt");
  await page.getByLabel("ID number").fill("P 1234567");

  await page.getByRole("link", { name: "Find it on the map" }).click();
  await page.getByLabel("Search for a city or country").fill("graz");
  await page.getByRole("button", { name: /^Graz/ }).click();
  await eventually(() => page.getByLabel("Address", { exact: true }).inputValue()).toBe("Graz, Austria");
  await page.getByLabel("Address", { exact: true }).fill("Herrengasse 1, 8010 Graz, Austria");
  await page.getByRole("button", { name: "Use this place" }).click();
  await eventually(() => page.getByLabel("Contact address").inputValue()).toBe(
    "Herrengasse 1, 8010 Graz, Austria",
  );
  // The data entered before opening the map is still there.
  expect(await page.getByLabel("Full name").inputValue()).toBe("Mara Lindt");

  const submitDocuments = async () => {
    await page
      .locator("input[type=file]")
      .nth(0)
      .setInputFiles(await photo("front.jpg"));
    await page.getByText("Received, tap to replace").nth(0).waitFor();
    await page
      .locator("input[type=file]")
      .nth(1)
      .setInputFiles(await photo("back.jpg"));
    await page.getByText("Received, tap to replace").nth(1).waitFor();
    expect(await page.getByText("Add this photo.").count()).toBe(0);
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByText("Your documents are being reviewed").waitFor();
  };
  await submitDocuments();
  const waiting = JSON.parse(await operate(stage.server, "verification", "list", "--json")) as readonly {
    readonly submission: string;
  }[];
  const first = waiting.at(-1)?.submission ?? "";
  await operate(stage.server, "verification", "refuse", first, "--reason", "The photo is blurred");
  await open(page, url, "/pages/my/auther");
  await page.getByText("The photo is blurred").waitFor();
  await page.getByText("M*** L***").waitFor();
  await page.getByRole("link", { name: "Submit again" }).click();
  await page.getByText("The photo is blurred").waitFor();
  await page.getByLabel("Country").selectOption("AT");
  await page.getByLabel("Full name").fill("Mara Lindt");
  await page.getByLabel("ID number").fill("P 1234567");
  await page.getByLabel("Contact address").fill("Herrengasse 1, 8010 Graz");
  await submitDocuments();
  const [userId] = first.split("-");
  await operate(stage.server, "verification", "pass", `${userId}-1-2`);
  await open(page, url, "/pages/my/verification");
  await page.getByRole("heading", { name: "Advanced" }).waitFor();
  await page.locator("input[type=file]").setInputFiles(await photo("live.jpg"));
  await page.getByText("Received, tap to replace").waitFor();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("Your documents are being reviewed").waitFor();
  await operate(stage.server, "verification", "pass", `${userId}-2-1`);
  await open(page, url, "/pages/my/index");
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByText("Advanced").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-52 the map moves by keys, by search, by coordinates and by the device's position, and requests nothing", async () => {
  const { context, page, problems } = await stage.visit();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "localhost" && hostname !== "") asked.push(request.url());
  });
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 40.64, longitude: 22.94 });
  await open(page, url, "/choose-location");
  const coordinates = page.getByLabel("Coordinates");
  expect(await coordinates.inputValue()).toBe("");
  await page.getByRole("button", { name: "Use my position" }).click();
  await page.getByText("At Thessaloniki, Greece").waitFor();
  await coordinates.fill("48,2082; 16,3738");
  await coordinates.press("Enter");
  await page.getByText("At Vienna, Austria").waitFor();
  await page.getByRole("application").focus();
  const before = await coordinates.inputValue();
  await page.keyboard.press("ArrowRight");
  await eventually(() => coordinates.inputValue()).not.toBe(before);
  await page.getByLabel("Search for a city or country").fill("sao paulo");
  await page.getByRole("button", { name: /^São Paulo/ }).click();
  await page.getByText("At São Paulo, Brazil").waitFor();
  await coordinates.fill("200, 300");
  await coordinates.press("Enter");
  await page.getByText(/Degrees north, then degrees east/).waitFor();
  await context.clearPermissions();

  await open(page, url, "/open-location?latitude=-33.87&longitude=151.21&name=Harbour");
  await page.getByText("Sydney, Australia").waitFor();
  await page.getByText("Harbour").waitFor();
  await open(page, url, "/pages/open-location?latitude=x");
  await page.getByText("No place given").waitFor();
  expect(asked).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
