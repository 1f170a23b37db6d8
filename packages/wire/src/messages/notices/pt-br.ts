import type { NoticeTexts } from "./notice-texts.ts";

export const PT_BR_NOTICES: NoticeTexts = {
  titles: {
    order: "Ordem executada",
    liquidation: "Liquidação",
    "margin-call": "Chamada de margem",
    deposit: "Depósito creditado",
    withdrawal: "Saque",
    security: "Segurança",
    verification: "Verificação",
    "price-alert": "Alerta de preço",
    chat: "Atendimento ao cliente",
  },
  bought: "Compra de {quantity} {base} a {price} {quote}.",
  sold: "Venda de {quantity} {base} a {price} {quote}.",
  positionLiquidated: "Sua posição em {symbol} foi liquidada. As provas estão em Apurações.",
  marginLiquidated: "Sua conta de margem de {symbol} foi liquidada. As provas estão em Apurações.",
  marginCall:
    "O nível de margem da sua conta de margem de {symbol} é {level}. Adicione margem ou pague o empréstimo; senão ela pode ser liquidada.",
  positionMarginCall:
    "A taxa de margem da sua posição em {symbol} é {level}; acima de 100% ela é liquidada. Adicione margem ou reduza a posição.",
  crossMarginCall:
    "A taxa de margem das suas posições cruzadas é {level}; acima de 100% elas são liquidadas. Transfira dinheiro para a carteira de contratos ou reduza posições.",
  deposited: "{amount} {asset} chegaram à sua carteira principal.",
  depositHeldTitle: "Depósito ainda não creditado",
  depositHeld:
    "Um depósito de {amount} {asset} chegou à rede, mas não pôde ser creditado. Estamos verificando; você não precisa fazer nada. O atendimento responde a perguntas.",
  withdrawn: "{amount} {asset} saíram para o seu endereço; a rede confirmou.",
  withdrawalReturned: "Saque falhou, devolvido: {amount} {asset} estão de volta à sua carteira principal.",
  verificationPassed: "Sua verificação de identidade foi aprovada.",
  verificationRefused: "Sua verificação de identidade foi recusada. Você pode enviá-la de novo.",
  unfrozen: "Sua conta não está mais congelada.",
  reason: "Motivo: {reason}",
  reachedAbove: "{symbol} está em {price}: alcançou {target} vindo de baixo.",
  reachedBelow: "{symbol} está em {price}: alcançou {target} vindo de cima.",
  picture: "Uma imagem",
  footer: "Escolha quais avisos você recebe, e como, em Conta → Notificações.",
};
