import type { NoticeTexts } from "./notice-texts.ts";

export const FR_NOTICES: NoticeTexts = {
  titles: {
    order: "Ordre exécuté",
    liquidation: "Liquidation",
    "margin-call": "Appel de marge",
    deposit: "Dépôt crédité",
    withdrawal: "Retrait",
    security: "Sécurité",
    verification: "Vérification",
    "price-alert": "Alerte de prix",
    chat: "Service client",
  },
  bought: "{quantity} {base} achetés à {price} {quote}.",
  sold: "{quantity} {base} vendus à {price} {quote}.",
  positionLiquidated: "Votre position {symbol} a été liquidée. Les preuves sont dans vos règlements.",
  marginLiquidated: "Votre compte sur marge {symbol} a été liquidé. Les preuves sont dans vos règlements.",
  marginCall:
    "Le niveau de marge de votre compte sur marge {symbol} est de {level}. Ajoutez de la marge ou remboursez, sinon il peut être liquidé.",
  positionMarginCall:
    "Le ratio de marge de votre position {symbol} est de {level} ; au-dessus de 100 % elle est liquidée. Ajoutez de la marge ou réduisez la position.",
  crossMarginCall:
    "Le ratio de marge de vos positions croisées est de {level} ; au-dessus de 100 % elles sont liquidées. Transférez de l’argent vers le portefeuille de contrats ou réduisez des positions.",
  deposited: "{amount} {asset} sont arrivés sur votre portefeuille principal.",
  depositHeldTitle: "Dépôt pas encore crédité",
  depositHeld:
    "Un dépôt de {amount} {asset} est arrivé sur la chaîne mais n’a pas pu être crédité. Nous le vérifions ; vous n’avez rien à faire. Le service client répond à vos questions.",
  withdrawn: "{amount} {asset} sont partis vers votre adresse ; la chaîne l’a confirmé.",
  withdrawalReturned:
    "Échec du retrait, montant restitué : {amount} {asset} sont de retour sur votre portefeuille principal.",
  verificationPassed: "Votre vérification d’identité est acceptée.",
  verificationRefused: "Votre vérification d’identité a été refusée. Vous pouvez la soumettre à nouveau.",
  unfrozen: "Votre compte n’est plus gelé.",
  reason: "Motif : {reason}",
  reachedAbove: "{symbol} est à {price} : le seuil de {target} a été atteint par le bas.",
  reachedBelow: "{symbol} est à {price} : le seuil de {target} a été atteint par le haut.",
  picture: "Une image",
  footer: "Choisissez vos notifications, et comment les recevoir, sous Compte → Notifications.",
};
