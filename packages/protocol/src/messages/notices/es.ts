import type { NoticeTexts } from "../notices.ts";

export const ES_NOTICES: NoticeTexts = {
  titles: {
    order: "Orden ejecutada",
    liquidation: "Liquidación",
    "margin-call": "Aviso de margen",
    deposit: "Depósito abonado",
    withdrawal: "Retiro",
    security: "Seguridad",
    verification: "Verificación",
    "price-alert": "Alerta de precio",
    chat: "Atención al cliente",
  },
  bought: "Compraste {quantity} {base} a {price} {quote}.",
  sold: "Vendiste {quantity} {base} a {price} {quote}.",
  positionLiquidated: "Tu posición de {symbol} fue liquidada. Las pruebas están junto a tus liquidaciones.",
  marginLiquidated:
    "Tu cuenta de margen de {symbol} fue liquidada. Las pruebas están junto a tus liquidaciones.",
  marginCall:
    "El nivel de margen de tu cuenta de {symbol} es {level}. Añade margen o devuelve el préstamo; si no, puede ser liquidada.",
  deposited: "{amount} {asset} llegaron a tu cuenta principal.",
  withdrawn: "{amount} {asset} salieron hacia tu dirección; la cadena lo confirmó.",
  withdrawalReturned: "¡Retiro fallido, devuelto! {amount} {asset} están de nuevo en tu cuenta principal.",
  verificationPassed: "Tu verificación de identidad fue aprobada.",
  verificationRefused: "Tu verificación de identidad fue rechazada. Puedes enviarla de nuevo.",
  reason: "Motivo: {reason}",
  reachedAbove: "{symbol} está en {price}: alcanzó {target} desde abajo.",
  reachedBelow: "{symbol} está en {price}: alcanzó {target} desde arriba.",
  picture: "Una imagen",
  footer: "Elige de qué se te avisa, y cómo, en Yo → Notificaciones.",
};
