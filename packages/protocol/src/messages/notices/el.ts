import type { NoticeTexts } from "../notices.ts";

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
  positionLiquidated: "Η θέση σας {symbol} ρευστοποιήθηκε. Τα στοιχεία βρίσκονται στους διακανονισμούς σας.",
  marginLiquidated:
    "Ο λογαριασμός περιθωρίου σας {symbol} ρευστοποιήθηκε. Τα στοιχεία βρίσκονται στους διακανονισμούς σας.",
  marginCall:
    "Το επίπεδο περιθωρίου του λογαριασμού σας {symbol} είναι {level}. Προσθέστε περιθώριο ή εξοφλήστε, αλλιώς μπορεί να ρευστοποιηθεί.",
  deposited: "{amount} {asset} έφτασαν στον κύριο λογαριασμό σας.",
  withdrawn: "{amount} {asset} στάλθηκαν στη διεύθυνσή σας· το δίκτυο το επιβεβαίωσε.",
  withdrawalReturned:
    "Η ανάληψη απέτυχε, επιστράφηκε! {amount} {asset} βρίσκονται ξανά στον κύριο λογαριασμό σας.",
  verificationPassed: "Η επαλήθευση της ταυτότητάς σας εγκρίθηκε.",
  verificationRefused: "Η επαλήθευση της ταυτότητάς σας απορρίφθηκε. Μπορείτε να την υποβάλετε ξανά.",
  unfrozen: "Ο λογαριασμός σας δεν είναι πια παγωμένος.",
  reason: "Λόγος: {reason}",
  reachedAbove: "Το {symbol} βρίσκεται στα {price}: έφτασε τα {target} ανοδικά.",
  reachedBelow: "Το {symbol} βρίσκεται στα {price}: έφτασε τα {target} καθοδικά.",
  picture: "Μια εικόνα",
  footer: "Επιλέξτε για τι ειδοποιείστε, και πώς, στο Εγώ → Ειδοποιήσεις.",
};
