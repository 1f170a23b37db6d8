import type { NoticeTexts } from "./notice-texts.ts";

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
    chat: "Kundendienst",
  },
  bought: "{quantity} {base} zu {price} {quote} gekauft.",
  sold: "{quantity} {base} zu {price} {quote} verkauft.",
  positionLiquidated:
    "Ihre Position in {symbol} wurde liquidiert. Den Nachweis finden Sie bei Ihren Abrechnungen.",
  marginLiquidated:
    "Ihr Margin-Konto für {symbol} wurde liquidiert. Den Nachweis finden Sie bei Ihren Abrechnungen.",
  marginCall:
    "Das Margin-Level Ihres Margin-Kontos für {symbol} liegt bei {level}. Schießen Sie Margin nach oder tilgen Sie, sonst kann es liquidiert werden.",
  positionMarginCall:
    "Die Margin-Quote Ihrer Position in {symbol} liegt bei {level}; über 100 % wird sie liquidiert. Schießen Sie Margin nach oder verkleinern Sie die Position.",
  crossMarginCall:
    "Die Margin-Quote Ihrer Cross-Positionen liegt bei {level}; über 100 % werden sie liquidiert. Übertragen Sie Geld auf das Kontraktkonto oder verkleinern Sie Positionen.",
  deposited: "{amount} {asset} sind auf Ihrem Hauptkonto eingegangen.",
  depositHeldTitle: "Einzahlung noch nicht gutgeschrieben",
  depositHeld:
    "Eine Einzahlung von {amount} {asset} ist auf der Chain angekommen, konnte aber nicht gutgeschrieben werden. Wir prüfen sie; Sie müssen nichts tun. Fragen beantwortet der Kundendienst.",
  withdrawn: "{amount} {asset} sind an Ihre Adresse gegangen; die Chain hat es bestätigt.",
  withdrawalReturned:
    "Auszahlung fehlgeschlagen, zurückgebucht. {amount} {asset} sind wieder auf Ihrem Hauptkonto.",
  verificationPassed: "Ihre Identitätsprüfung ist bestanden.",
  verificationRefused: "Ihre Identitätsprüfung wurde abgelehnt. Sie können sie erneut einreichen.",
  unfrozen: "Ihr Konto ist nicht mehr gesperrt.",
  reason: "Grund: {reason}",
  reachedAbove: "{symbol} steht bei {price} und hat {target} von unten erreicht.",
  reachedBelow: "{symbol} steht bei {price} und hat {target} von oben erreicht.",
  picture: "Ein Bild",
  footer: "Was Sie wie erfahren, wählen Sie unter Konto → Benachrichtigungen.",
};
