import type { NoticeTexts } from "../notices.ts";

export const DE_NOTICES: NoticeTexts = {
  titles: {
    order: "Order ausgeführt",
    liquidation: "Liquidation",
    "margin-call": "Margin Call",
    deposit: "Einzahlung gutgeschrieben",
    withdrawal: "Auszahlung",
    security: "Sicherheit",
    verification: "Verifizierung",
    "price-alert": "Preisalarm",
    chat: "Kundenservice",
  },
  bought: "{quantity} {base} zu {price} {quote} gekauft.",
  sold: "{quantity} {base} zu {price} {quote} verkauft.",
  positionLiquidated:
    "Deine Position in {symbol} wurde liquidiert. Die Belege stehen bei deinen Abrechnungen.",
  marginLiquidated:
    "Dein Margin-Konto für {symbol} wurde liquidiert. Die Belege stehen bei deinen Abrechnungen.",
  marginCall:
    "Das Margin-Level deines Margin-Kontos für {symbol} liegt bei {level}. Schieße Margin nach oder zahle zurück, sonst kann es liquidiert werden.",
  deposited: "{amount} {asset} sind auf deinem Hauptkonto eingegangen.",
  withdrawn: "{amount} {asset} sind an deine Adresse gegangen; die Chain hat es bestätigt.",
  withdrawalReturned:
    "Auszahlung fehlgeschlagen, zurückgebucht! {amount} {asset} sind wieder auf deinem Hauptkonto.",
  verificationPassed: "Deine Identitätsprüfung ist bestanden.",
  verificationRefused: "Deine Identitätsprüfung wurde abgelehnt. Du kannst sie erneut einreichen.",
  reason: "Grund: {reason}",
  reachedAbove: "{symbol} steht bei {price} und hat {target} von unten erreicht.",
  reachedBelow: "{symbol} steht bei {price} und hat {target} von oben erreicht.",
  picture: "Ein Bild",
  footer: "Was du wie erfährst, wählst du unter Ich → Benachrichtigungen.",
};
