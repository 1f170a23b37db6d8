/**
 * Frequent characters in the app's Chinese texts, each Traditional then Simplified: the app has only Traditional texts,
 * but people type both. Characters that Simplified Chinese merged with others are left out.
 */
const PAIRS =
  "產产倉仓們们個个價价備备儲储償偿兌兑債债劃划匯汇單单員员問问團团圓圆執执場场報报夠够壞坏學学實实審审寶宝對对將将專专導导屬属幣币帳账廣广強强後后徑径從从憑凭應应態态戶户據据擬拟擔担換换損损揮挥搖摇數数" +
  "斷断時时書书會会條条極极構构槓杠標标樣样樓楼權权歐欧歷历殼壳決决沒没況况測测減减漲涨潛潜灣湾為为無无營营現现獎奖獲获環环異异發发盤盘眾众礦矿碼码確确禮礼種种稱称積积穩稳窩窝筆笔節节範范簡简約约紅红級级" +
  "納纳紙纸終终組组細细結结給给統统絡络絕绝經经綁绑維维網网線线編编緩缓續续織织總总績绩聯联聲声聽听脫脱膽胆腦脑舊旧與与萬万處处號号虛虚虧亏術术補补裝装覽览親亲觀观觸触訂订計计訊讯討讨訓训託托記记訪访設设" +
  "許许訴诉診诊證证評评詞词試试該该詢询話话認认語语誤误說说課课調调請请論论諾诺謀谋講讲謝谢識识議议護护讀读變变讓让負负財财責责貨货貪贪買买貸贷費费貼贴資资賠赔賣卖質质賺赚購购賽赛贈赠贏赢趨趋跡迹車车軌轨" +
  "軟软較较載载輕轻輪轮輸输轉转辦办這这連连進进運运過过達达遞递遠远適适選选遺遗還还郵邮釋释鈔钞鈕钮鈴铃銀银銷销錄录錢钱錯错鎖锁鏈链鏡镜鐘钟鑰钥長长門门開开間间閒闲關关閃闪閉闭陽阳隊队階阶際际隨随險险隱隐" +
  "雙双雜杂離离難难電电靈灵預预頁页頂顶項项順顺須须領领頭头題题額额顏颜願愿類类顯显風风飛飞餘余館馆驗验驟骤麼么點点齊齐齡龄龍龙尋寻萊莱狀状凍冻機机薦荐聞闻暱昵鐺铛幾几傳传圖图規规則则動动歸归幫帮見见擁拥" +
  "閱阅盜盗騙骗壓压縮缩於于湊凑";
const pairs = [...PAIRS.matchAll(/(.)(.)/gu)].map(([, traditional = "", simplified = ""]) => ({
  traditional,
  simplified,
}));
const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  pairs.map(({ traditional, simplified }) => [traditional, simplified]),
);
const TRADITIONAL: ReadonlyMap<string, string> = new Map(
  pairs.map(({ traditional, simplified }) => [simplified, traditional]),
);

const rewrite = (text: string, by: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\p{Script=Han}/gu, (sign) => by.get(sign) ?? sign);

/** Converts text to Simplified characters; other text stays unchanged. */
export const inSimplified = (text: string): string => rewrite(text, SIMPLIFIED);

/** Converts text to Traditional characters, which the server's articles use. */
export const inTraditional = (text: string): string => rewrite(text, TRADITIONAL);
