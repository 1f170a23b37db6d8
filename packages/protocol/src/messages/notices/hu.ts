import type { NoticeTexts } from "../notices.ts";

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
  positionLiquidated: "A(z) {symbol} pozíciódat likvidáltuk. A bizonyítékok az elszámolásaidnál vannak.",
  marginLiquidated:
    "A(z) {symbol} fedezeti számládat likvidáltuk. A bizonyítékok az elszámolásaidnál vannak.",
  marginCall:
    "A(z) {symbol} fedezeti számlád fedezeti szintje {level}. Adj hozzá fedezetet vagy törlessz, különben likvidálhatjuk.",
  deposited: "{amount} {asset} megérkezett a fő számládra.",
  withdrawn: "{amount} {asset} elindult a címedre; a lánc megerősítette.",
  withdrawalReturned: "A kifizetés nem sikerült, visszatérült! {amount} {asset} újra a fő számládon van.",
  verificationPassed: "A személyazonosságod hitelesítése sikeres.",
  verificationRefused: "A személyazonosságod hitelesítését elutasítottuk. Újra beküldheted.",
  reason: "Ok: {reason}",
  reachedAbove: "{symbol} ára {price}: alulról elérte a következőt: {target}.",
  reachedBelow: "{symbol} ára {price}: felülről elérte a következőt: {target}.",
  picture: "Egy kép",
  footer: "Hogy miről és hogyan értesülj, az Én → Értesítések alatt választhatod ki.",
};
