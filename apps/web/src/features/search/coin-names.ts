/** What coins are called in languages that do not keep their English names, by the language's tag. */
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

/** Everything that a coin is called: its symbol, its English name, and its names in the reader's language. */
export const coinWords = (asset: string, name: string, tag: string): string =>
  [asset, name, NAMES[tag]?.[asset] ?? ""].join(" ");
