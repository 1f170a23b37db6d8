import type { NoticeTexts } from "./notice-texts.ts";

export const EN_NOTICES: NoticeTexts = {
  titles: {
    order: "Order filled",
    liquidation: "Liquidation",
    "margin-call": "Margin call",
    deposit: "Deposit credited",
    withdrawal: "Withdrawal",
    security: "Security",
    verification: "Verification",
    "price-alert": "Price alert",
    chat: "Customer service",
  },
  bought: "Bought {quantity} {base} at {price} {quote}.",
  sold: "Sold {quantity} {base} at {price} {quote}.",
  positionLiquidated: "Your {symbol} position was liquidated. The evidence is with your settlements.",
  marginLiquidated: "Your {symbol} margin account was liquidated. The evidence is with your settlements.",
  marginCall:
    "The margin level of your {symbol} margin account is {level}. Add margin or repay, or it may be liquidated.",
  positionMarginCall:
    "The margin ratio of your {symbol} position is {level}; above 100% it is liquidated. Add margin or reduce the position.",
  crossMarginCall:
    "The margin ratio of your cross positions is {level}; above 100% they are liquidated. Move money to the contract wallet or reduce positions.",
  deposited: "{amount} {asset} arrived in your main wallet.",
  depositHeldTitle: "Deposit not credited yet",
  depositHeld:
    "A deposit of {amount} {asset} arrived on the chain but could not be credited. We are checking it; you do not have to do anything. Customer service answers questions.",
  withdrawn: "{amount} {asset} left for your address; the chain has confirmed it.",
  withdrawalReturned: "Withdrawal failed. {amount} {asset} is back in your main wallet.",
  verificationPassed: "Your identity verification has passed.",
  verificationRefused: "Your identity verification was refused. You may submit it again.",
  unfrozen: "Your account is no longer frozen.",
  reason: "Reason: {reason}",
  reachedAbove: "{symbol} is at {price}: it has reached {target} from below.",
  reachedBelow: "{symbol} is at {price}: it has reached {target} from above.",
  picture: "A picture",
  footer: "Choose what you are told, and how, under Me → Notifications.",
};
