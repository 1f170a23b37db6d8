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
    chat: "Serviciul clienți",
  },
  bought: "S-au cumpărat {quantity} {base} la {price} {quote}.",
  sold: "S-au vândut {quantity} {base} la {price} {quote}.",
  positionLiquidated:
    "Poziția dumneavoastră {symbol} a fost lichidată. Dovezile se află la decontările dumneavoastră.",
  marginLiquidated:
    "Contul dumneavoastră de marjă {symbol} a fost lichidat. Dovezile se află la decontările dumneavoastră.",
  marginCall:
    "Nivelul de marjă al contului dumneavoastră {symbol} este {level}. Adăugați marjă sau rambursați, altfel poate fi lichidat.",
  positionMarginCall:
    "Rata de risc a poziției dumneavoastră {symbol} este {level}; peste 100% poziția este lichidată. Adăugați marjă sau reduceți poziția.",
  crossMarginCall:
    "Rata de risc a pozițiilor dumneavoastră cu marjă comună este {level}; peste 100% sunt lichidate. Transferați bani în portofelul de contracte sau reduceți poziții.",
  deposited: "{amount} {asset} au ajuns în contul dumneavoastră principal.",
  withdrawn: "{amount} {asset} au plecat spre adresa dumneavoastră; rețeaua a confirmat.",
  withdrawalReturned:
    "Retragere eșuată, returnată! {amount} {asset} sunt din nou în contul dumneavoastră principal.",
  verificationPassed: "Verificarea identității dumneavoastră a fost aprobată.",
  verificationRefused: "Verificarea identității dumneavoastră a fost respinsă. O puteți trimite din nou.",
  unfrozen: "Contul dumneavoastră nu mai este blocat.",
  reason: "Motiv: {reason}",
  reachedAbove: "{symbol} este la {price}: a atins {target} în urcare.",
  reachedBelow: "{symbol} este la {price}: a atins {target} în coborâre.",
  picture: "O imagine",
  footer: "Alegeți despre ce sunteți anunțat, și cum, la Eu → Notificări.",
};
