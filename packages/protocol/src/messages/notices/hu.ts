import type { NoticeTexts } from "./notice-texts.ts";

export const HU_NOTICES: NoticeTexts = {
  titles: {
    order: "Megbízás teljesült",
    liquidation: "Likvidálás",
    "margin-call": "Fedezetbekérés",
    deposit: "Befizetés jóváírva",
    withdrawal: "Kifizetés",
    security: "Biztonság",
    verification: "Hitelesítés",
    "price-alert": "Árriasztás",
    chat: "Ügyfélszolgálat",
  },
  bought: "{quantity} {base} megvéve {price} {quote} áron.",
  sold: "{quantity} {base} eladva {price} {quote} áron.",
  positionLiquidated: "A(z) {symbol} pozícióját likvidáltuk. A bizonyítékok az elszámolásainál vannak.",
  marginLiquidated: "A(z) {symbol} fedezeti számláját likvidáltuk. A bizonyítékok az elszámolásainál vannak.",
  marginCall:
    "A(z) {symbol} fedezeti számlájának fedezeti szintje {level}. Adjon hozzá fedezetet vagy törlesszen, különben likvidálhatjuk.",
  positionMarginCall:
    "A(z) {symbol} pozíciójának kockázati rátája {level}; 100% felett likvidáljuk. Adjon hozzá letétet vagy csökkentse a pozíciót.",
  crossMarginCall:
    "A közös letétű pozícióinak kockázati rátája {level}; 100% felett likvidáljuk őket. Utaljon pénzt a kontraktustárcába vagy csökkentse a pozícióit.",
  deposited: "{amount} {asset} megérkezett a fő számlájára.",
  withdrawn: "{amount} {asset} elindult a címére; a lánc megerősítette.",
  withdrawalReturned: "A kifizetés nem sikerült, visszatérült! {amount} {asset} újra a fő számláján van.",
  verificationPassed: "Személyazonosságának hitelesítése sikeres.",
  verificationRefused: "Személyazonosságának hitelesítését elutasítottuk. Újra beküldheti.",
  unfrozen: "A számlája már nincs zárolva.",
  reason: "Ok: {reason}",
  reachedAbove: "{symbol} ára {price}: alulról elérte a következőt: {target}.",
  reachedBelow: "{symbol} ára {price}: felülről elérte a következőt: {target}.",
  picture: "Egy kép",
  footer: "Hogy miről és hogyan értesüljön, az Én → Értesítések alatt választhatja ki.",
};
