import type { NoticeTexts } from "./notice-texts.ts";

export const PL_NOTICES: NoticeTexts = {
  titles: {
    order: "Zlecenie zrealizowane",
    liquidation: "Likwidacja",
    "margin-call": "Wezwanie do uzupełnienia depozytu",
    deposit: "Wpłata zaksięgowana",
    withdrawal: "Wypłata",
    security: "Bezpieczeństwo",
    verification: "Weryfikacja",
    "price-alert": "Alert cenowy",
    chat: "Obsługa klienta",
  },
  bought: "Kupiono {quantity} {base} po {price} {quote}.",
  sold: "Sprzedano {quantity} {base} po {price} {quote}.",
  positionLiquidated:
    "Twoja pozycja {symbol} została zlikwidowana. Dowody znajdziesz przy swoich rozliczeniach.",
  marginLiquidated:
    "Twoje konto marginowe {symbol} zostało zlikwidowane. Dowody znajdziesz przy swoich rozliczeniach.",
  marginCall:
    "Poziom depozytu twojego konta {symbol} wynosi {level}. Dodaj depozyt lub spłać pożyczkę, inaczej może zostać zlikwidowane.",
  positionMarginCall:
    "Stopa ryzyka twojej pozycji {symbol} wynosi {level}; powyżej 100% pozycja jest likwidowana. Dodaj depozyt lub zmniejsz pozycję.",
  crossMarginCall:
    "Stopa ryzyka twoich pozycji ze wspólnym depozytem wynosi {level}; powyżej 100% są likwidowane. Przelej środki do portfela kontraktów lub zmniejsz pozycje.",
  deposited: "{amount} {asset} wpłynęło na twoje konto główne.",
  withdrawn: "{amount} {asset} wysłano na twój adres; sieć to potwierdziła.",
  withdrawalReturned: "Wypłata nieudana, zwrócono! {amount} {asset} jest znów na twoim koncie głównym.",
  verificationPassed: "Weryfikacja twojej tożsamości zakończyła się pomyślnie.",
  verificationRefused: "Weryfikacja twojej tożsamości została odrzucona. Możesz przesłać ją ponownie.",
  unfrozen: "Twoje konto nie jest już zablokowane.",
  reason: "Powód: {reason}",
  reachedAbove: "{symbol} kosztuje {price}: osiągnięto {target} od dołu.",
  reachedBelow: "{symbol} kosztuje {price}: osiągnięto {target} od góry.",
  picture: "Obraz",
  footer: "O czym i jak cię powiadamiamy, wybierzesz w Ja → Powiadomienia.",
};
