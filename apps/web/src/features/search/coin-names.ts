/** Localized coin names, by language tag, for languages that do not use the English ones. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "zh-Hant": {
    USDT: "泰達幣",
    BTC: "比特幣",
    ETH: "以太幣、以太坊",
    BNB: "幣安幣",
    SOL: "索拉納",
    XRP: "瑞波幣",
    DOGE: "狗狗幣",
    LTC: "萊特幣",
    ADA: "艾達幣、卡爾達諾",
    TRX: "波場幣",
  },
};

/** Returns all names of a coin: symbol, English name and the name in the user's language. */
export const coinWords = (asset: string, name: string, tag: string): string =>
  [asset, name, NAMES[tag]?.[asset] ?? ""].join(" ");
