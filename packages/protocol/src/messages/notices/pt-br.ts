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
  bought: "Comprados {quantity} {base} a {price} {quote}.",
  sold: "Vendidos {quantity} {base} a {price} {quote}.",
  positionLiquidated: "Sua posição em {symbol} foi liquidada. As provas estão junto às suas liquidações.",
  marginLiquidated:
    "Sua conta de margem de {symbol} foi liquidada. As provas estão junto às suas liquidações.",
  marginCall:
    "O nível de margem da sua conta de {symbol} é {level}. Adicione margem ou pague o empréstimo, ou ela pode ser liquidada.",
  positionMarginCall:
    "A taxa de risco da sua posição em {symbol} é {level}; acima de 100% ela é liquidada. Adicione margem ou reduza a posição.",
  crossMarginCall:
    "A taxa de risco das suas posições cruzadas é {level}; acima de 100% elas são liquidadas. Transfira dinheiro para a carteira de contratos ou reduza posições.",
  deposited: "{amount} {asset} chegaram à sua conta principal.",
  withdrawn: "{amount} {asset} saíram para o seu endereço; a rede confirmou.",
  withdrawalReturned: "Falha no saque, devolvido! {amount} {asset} estão de volta à sua conta principal.",
  verificationPassed: "Sua verificação de identidade foi aprovada.",
  verificationRefused: "Sua verificação de identidade foi recusada. Você pode enviá-la de novo.",
  unfrozen: "A sua conta não está mais congelada.",
  reason: "Motivo: {reason}",
  reachedAbove: "{symbol} está em {price}: alcançou {target} vindo de baixo.",
  reachedBelow: "{symbol} está em {price}: alcançou {target} vindo de cima.",
  picture: "Uma imagem",
  footer: "Escolha do que você é avisado, e como, em Eu → Notificações.",
};
