import type { NoticeTexts } from "../notices.ts";

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
    chat: "Serviciul clienți",
  },
  bought: "S-au cumpărat {quantity} {base} la {price} {quote}.",
  sold: "S-au vândut {quantity} {base} la {price} {quote}.",
  positionLiquidated: "Poziția ta {symbol} a fost lichidată. Dovezile se află la decontările tale.",
  marginLiquidated: "Contul tău de marjă {symbol} a fost lichidat. Dovezile se află la decontările tale.",
  marginCall:
    "Nivelul de marjă al contului tău {symbol} este {level}. Adaugă marjă sau rambursează, altfel poate fi lichidat.",
  deposited: "{amount} {asset} au ajuns în contul tău principal.",
  withdrawn: "{amount} {asset} au plecat spre adresa ta; rețeaua a confirmat.",
  withdrawalReturned: "Retragere eșuată, returnată! {amount} {asset} sunt din nou în contul tău principal.",
  verificationPassed: "Verificarea identității tale a fost aprobată.",
  verificationRefused: "Verificarea identității tale a fost respinsă. O poți trimite din nou.",
  reason: "Motiv: {reason}",
  reachedAbove: "{symbol} este la {price}: a atins {target} în urcare.",
  reachedBelow: "{symbol} este la {price}: a atins {target} în coborâre.",
  picture: "O imagine",
  footer: "Alege despre ce ești anunțat, și cum, la Eu → Notificări.",
};
