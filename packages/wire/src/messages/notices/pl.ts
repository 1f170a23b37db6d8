import type { NoticeTexts } from "./notice-texts.ts";

export const PL_NOTICES: NoticeTexts = {
  titles: {
    order: "Zlecenie zrealizowane",
    liquidation: "Likwidacja",
    "margin-call": "Margin call",
    deposit: "Wpłata zaksięgowana",
    withdrawal: "Wypłata",
    security: "Bezpieczeństwo",
    verification: "Weryfikacja",
    "price-alert": "Alert cenowy",
    chat: "Obsługa klienta",
  },
  bought: "Kupiono {quantity} {base} po {price} {quote}.",
  sold: "Sprzedano {quantity} {base} po {price} {quote}.",
  positionLiquidated: "Twoja pozycja {symbol} została zlikwidowana. Dowód znajdziesz w rozliczeniach.",
  marginLiquidated: "Twój rachunek margin {symbol} został zlikwidowany. Dowód znajdziesz w rozliczeniach.",
  marginCall:
    "Poziom depozytu Twojego rachunku margin {symbol} wynosi {level}. Dodaj depozyt lub spłać pożyczkę, inaczej może zostać zlikwidowany.",
  positionMarginCall:
    "Wskaźnik depozytu Twojej pozycji {symbol} wynosi {level}; powyżej 100% pozycja jest likwidowana. Dodaj depozyt lub zmniejsz pozycję.",
  crossMarginCall:
    "Wskaźnik depozytu Twoich pozycji cross wynosi {level}; powyżej 100% są likwidowane. Przenieś środki do portfela kontraktów lub zmniejsz pozycje.",
  deposited: "{amount} {asset} wpłynęło do Twojego portfela głównego.",
  depositHeldTitle: "Wpłata jeszcze niezaksięgowana",
  depositHeld:
    "Wpłata {amount} {asset} dotarła do łańcucha, ale nie można jej było zaksięgować. Sprawdzamy ją; nie musisz nic robić. Na pytania odpowie obsługa klienta.",
  withdrawn: "{amount} {asset} wysłano na Twój adres; sieć to potwierdziła.",
  withdrawalReturned:
    "Wypłata nie powiodła się, kwotę zwrócono. {amount} {asset} jest znów w Twoim portfelu głównym.",
  verificationPassed: "Weryfikacja Twojej tożsamości zakończyła się pomyślnie.",
  verificationRefused: "Weryfikacja Twojej tożsamości została odrzucona. Możesz przesłać ją ponownie.",
  unfrozen: "Twoje konto nie jest już zablokowane.",
  reason: "Powód: {reason}",
  reachedAbove: "{symbol} kosztuje {price}: osiągnięto {target} od dołu.",
  reachedBelow: "{symbol} kosztuje {price}: osiągnięto {target} od góry.",
  picture: "Obraz",
  footer: "O czym i jak Cię powiadamiamy, wybierzesz w Konto → Powiadomienia.",
};
