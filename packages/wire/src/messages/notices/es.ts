import type { NoticeTexts } from "./notice-texts.ts";

export const ES_NOTICES: NoticeTexts = {
  titles: {
    order: "Orden ejecutada",
    liquidation: "Liquidación",
    "margin-call": "Llamada de margen",
    deposit: "Depósito abonado",
    withdrawal: "Retiro",
    security: "Seguridad",
    verification: "Verificación",
    "price-alert": "Alerta de precio",
    chat: "Atención al cliente",
  },
  bought: "Compró {quantity} {base} a {price} {quote}.",
  sold: "Vendió {quantity} {base} a {price} {quote}.",
  positionLiquidated: "Su posición de {symbol} fue liquidada. Las pruebas están en Liquidaciones contables.",
  marginLiquidated:
    "Su cuenta de margen de {symbol} fue liquidada. Las pruebas están en Liquidaciones contables.",
  marginCall:
    "El nivel de margen de su cuenta de margen de {symbol} es {level}. Añada margen o devuelva el préstamo; si no, puede ser liquidada.",
  positionMarginCall:
    "El ratio de margen de su posición de {symbol} es {level}; por encima del 100 % se liquida. Añada margen o reduzca la posición.",
  crossMarginCall:
    "El ratio de margen de sus posiciones cruzadas es {level}; por encima del 100 % se liquidan. Transfiera dinero a la billetera de contratos o reduzca posiciones.",
  deposited: "{amount} {asset} llegaron a su billetera principal.",
  depositHeldTitle: "Depósito aún sin acreditar",
  depositHeld:
    "Un depósito de {amount} {asset} llegó a la cadena, pero no se pudo acreditar. Lo estamos revisando; no tiene que hacer nada. Atención al cliente responde a sus preguntas.",
  withdrawn: "{amount} {asset} salieron hacia su dirección; la cadena lo confirmó.",
  withdrawalReturned: "Retiro fallido, devuelto: {amount} {asset} están de nuevo en su billetera principal.",
  verificationPassed: "Su verificación de identidad fue aprobada.",
  verificationRefused: "Su verificación de identidad fue rechazada. Puede enviarla de nuevo.",
  unfrozen: "Su cuenta ya no está congelada.",
  reason: "Motivo: {reason}",
  reachedAbove: "{symbol} está en {price}: alcanzó {target} desde abajo.",
  reachedBelow: "{symbol} está en {price}: alcanzó {target} desde arriba.",
  picture: "Una imagen",
  footer: "Elija qué avisos recibe, y cómo, en Cuenta → Notificaciones.",
};
