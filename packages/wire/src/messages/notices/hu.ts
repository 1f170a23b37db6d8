import type { NoticeTexts } from "./notice-texts.ts";

export const HU_NOTICES: NoticeTexts = {
  titles: {
    order: "Megbízás teljesült",
    liquidation: "Likvidálás",
    "margin-call": "Pótfedezeti felhívás",
    deposit: "Befizetés jóváírva",
    withdrawal: "Kifizetés",
    security: "Biztonság",
    verification: "Azonosítás",
    "price-alert": "Árriasztás",
    chat: "Ügyfélszolgálat",
  },
  bought: "{quantity} {base} megvéve {price} {quote} áron.",
  sold: "{quantity} {base} eladva {price} {quote} áron.",
  positionLiquidated: "{symbol} pozícióját likvidáltuk. A bizonyítékot az elszámolásoknál találja.",
  marginLiquidated: "{symbol} margin számláját likvidáltuk. A bizonyítékot az elszámolásoknál találja.",
  marginCall:
    "{symbol} margin számlájának szintje {level}. Adjon hozzá fedezetet vagy törlesszen, különben likvidálhatjuk.",
  positionMarginCall:
    "{symbol} pozíciójának fedezeti aránya {level}; 100% felett likvidáljuk. Adjon hozzá fedezetet vagy csökkentse a pozíciót.",
  crossMarginCall:
    "Keresztfedezetű pozícióinak fedezeti aránya {level}; 100% felett likvidáljuk őket. Vezessen át pénzt a határidős tárcába vagy csökkentse a pozícióit.",
  deposited: "{amount} {asset} megérkezett a fő tárcájába.",
  depositHeldTitle: "A befizetés még nincs jóváírva",
  depositHeld:
    "Egy {amount} {asset} összegű befizetés megérkezett a láncra, de nem lehetett jóváírni. Ellenőrizzük, Önnek nincs teendője. Kérdéseire az ügyfélszolgálat válaszol.",
  withdrawn: "{amount} {asset} elindult a címére; a lánc megerősítette.",
  withdrawalReturned: "A kifizetés nem sikerült, visszautaltuk. {amount} {asset} újra a fő tárcájában van.",
  verificationPassed: "A személyazonosítása sikeres.",
  verificationRefused: "A személyazonosítását elutasítottuk. Újra beküldheti.",
  unfrozen: "A fiókja már nincs zárolva.",
  reason: "Ok: {reason}",
  reachedAbove: "{symbol} ára {price}: alulról elérte ezt: {target}.",
  reachedBelow: "{symbol} ára {price}: felülről elérte ezt: {target}.",
  picture: "Egy kép",
  footer: "Hogy miről és hogyan értesüljön, a Fiókom → Értesítések alatt választhatja ki.",
};
