import type { NoticeTexts } from "./notice-texts.ts";

export const RO_NOTICES: NoticeTexts = {
  titles: {
    order: "Ordin executat",
    liquidation: "Lichidare",
    "margin-call": "Apel în marjă",
    deposit: "Depunere creditată",
    withdrawal: "Retragere",
    security: "Securitate",
    verification: "Verificare",
    "price-alert": "Alertă de preț",
    chat: "Asistență",
  },
  bought: "Cumpărare de {quantity} {base} la {price} {quote}.",
  sold: "Vânzare de {quantity} {base} la {price} {quote}.",
  positionLiquidated: "Poziția dvs. {symbol} a fost lichidată. Dovezile sunt în Decontări.",
  marginLiquidated: "Contul dvs. în marjă {symbol} a fost lichidat. Dovezile sunt în Decontări.",
  marginCall:
    "Nivelul de marjă al contului dvs. în marjă {symbol} este {level}. Adăugați marjă sau rambursați, altfel poate fi lichidat.",
  positionMarginCall:
    "Rata marjei poziției dvs. {symbol} este {level}; peste 100 % poziția este lichidată. Adăugați marjă sau reduceți poziția.",
  crossMarginCall:
    "Rata marjei pozițiilor dvs. cross este {level}; peste 100 % sunt lichidate. Transferați bani în portofelul de contracte sau reduceți poziții.",
  deposited: "{amount} {asset} au ajuns în portofelul dvs. principal.",
  depositHeldTitle: "Depunere necreditată încă",
  depositHeld:
    "O depunere de {amount} {asset} a ajuns pe lanț, dar nu a putut fi creditată. O verificăm; nu trebuie să faceți nimic. Asistența vă răspunde la întrebări.",
  withdrawn: "{amount} {asset} au plecat spre adresa dvs.; rețeaua a confirmat.",
  withdrawalReturned:
    "Retragere eșuată, returnată: {amount} {asset} sunt din nou în portofelul dvs. principal.",
  verificationPassed: "Verificarea identității dvs. a fost aprobată.",
  verificationRefused: "Verificarea identității dvs. a fost respinsă. O puteți trimite din nou.",
  unfrozen: "Contul dvs. nu mai este blocat.",
  reason: "Motiv: {reason}",
  reachedAbove: "{symbol} este la {price}: a atins {target} în urcare.",
  reachedBelow: "{symbol} este la {price}: a atins {target} în coborâre.",
  picture: "O imagine",
  footer: "Alegeți ce notificări primiți, și cum, la Cont → Notificări.",
};
