import type { NoticeTexts } from "./notice-texts.ts";

export const EL_NOTICES: NoticeTexts = {
  titles: {
    order: "Η εντολή εκτελέστηκε",
    liquidation: "Ρευστοποίηση",
    "margin-call": "Κλήση περιθωρίου",
    deposit: "Η κατάθεση πιστώθηκε",
    withdrawal: "Ανάληψη",
    security: "Ασφάλεια",
    verification: "Επαλήθευση",
    "price-alert": "Ειδοποίηση τιμής",
    chat: "Εξυπηρέτηση πελατών",
  },
  bought: "Αγοράστηκαν {quantity} {base} στα {price} {quote}.",
  sold: "Πουλήθηκαν {quantity} {base} στα {price} {quote}.",
  positionLiquidated: "Η θέση σας {symbol} ρευστοποιήθηκε. Η απόδειξη βρίσκεται στους διακανονισμούς σας.",
  marginLiquidated:
    "Ο λογαριασμός περιθωρίου σας {symbol} ρευστοποιήθηκε. Η απόδειξη βρίσκεται στους διακανονισμούς σας.",
  marginCall:
    "Το επίπεδο περιθωρίου του λογαριασμού περιθωρίου σας {symbol} είναι {level}. Προσθέστε περιθώριο ή εξοφλήστε, αλλιώς μπορεί να ρευστοποιηθεί.",
  positionMarginCall:
    "Ο δείκτης περιθωρίου της θέσης σας {symbol} είναι {level}· πάνω από 100% ρευστοποιείται. Προσθέστε περιθώριο ή μειώστε τη θέση.",
  crossMarginCall:
    "Ο δείκτης περιθωρίου των θέσεών σας cross είναι {level}· πάνω από 100% ρευστοποιούνται. Μεταφέρετε χρήματα στο πορτοφόλι συμβολαίων ή μειώστε θέσεις.",
  deposited: "{amount} {asset} έφτασαν στο κύριο πορτοφόλι σας.",
  withdrawn: "{amount} {asset} στάλθηκαν στη διεύθυνσή σας· το δίκτυο το επιβεβαίωσε.",
  withdrawalReturned:
    "Η ανάληψη απέτυχε, επιστράφηκε. {amount} {asset} βρίσκονται ξανά στο κύριο πορτοφόλι σας.",
  verificationPassed: "Η επαλήθευση της ταυτότητάς σας εγκρίθηκε.",
  verificationRefused: "Η επαλήθευση της ταυτότητάς σας απορρίφθηκε. Μπορείτε να την υποβάλετε ξανά.",
  unfrozen: "Ο λογαριασμός σας δεν είναι πια παγωμένος.",
  reason: "Λόγος: {reason}",
  reachedAbove: "Το {symbol} βρίσκεται στα {price}: έφτασε τα {target} ανοδικά.",
  reachedBelow: "Το {symbol} βρίσκεται στα {price}: έφτασε τα {target} καθοδικά.",
  picture: "Μια εικόνα",
  footer: "Επιλέξτε για τι ειδοποιείστε, και πώς, στο Λογαριασμός → Ειδοποιήσεις.",
};
