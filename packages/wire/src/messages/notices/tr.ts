import type { NoticeTexts } from "./notice-texts.ts";

export const TR_NOTICES: NoticeTexts = {
  titles: {
    order: "Emir gerçekleşti",
    liquidation: "Likidasyon",
    "margin-call": "Teminat çağrısı",
    deposit: "Yatırılan tutar hesaba geçti",
    withdrawal: "Çekim",
    security: "Güvenlik",
    verification: "Doğrulama",
    "price-alert": "Fiyat alarmı",
    chat: "Müşteri hizmetleri",
  },
  bought: "{price} {quote} fiyatından {quantity} {base} alındı.",
  sold: "{price} {quote} fiyatından {quantity} {base} satıldı.",
  positionLiquidated: "{symbol} pozisyonunuz likide edildi. Kanıtı uzlaşmalarınızda bulabilirsiniz.",
  marginLiquidated: "{symbol} teminat hesabınız likide edildi. Kanıtı uzlaşmalarınızda bulabilirsiniz.",
  marginCall:
    "{symbol} teminat hesabınızın teminat düzeyi {level}. Teminat ekleyin veya geri ödeyin; aksi hâlde likide edilebilir.",
  positionMarginCall:
    "{symbol} pozisyonunuzun teminat oranı {level}; %100’ün üstünde likide edilir. Teminat ekleyin veya pozisyonu küçültün.",
  crossMarginCall:
    "Çapraz pozisyonlarınızın teminat oranı {level}; %100’ün üstünde likide edilirler. Vadeli cüzdana para aktarın veya pozisyonları küçültün.",
  deposited: "{amount} {asset} ana cüzdanınıza ulaştı.",
  depositHeldTitle: "Yatırma henüz hesaba geçmedi",
  depositHeld:
    "{amount} {asset} tutarında bir yatırma zincire ulaştı ancak hesaba geçirilemedi. Kontrol ediyoruz; bir şey yapmanız gerekmez. Sorularınızı müşteri hizmetleri yanıtlar.",
  withdrawn: "{amount} {asset} adresinize gönderildi; zincir onayladı.",
  withdrawalReturned: "Çekim başarısız, iade edildi. {amount} {asset} yeniden ana cüzdanınızda.",
  verificationPassed: "Kimlik doğrulamanız onaylandı.",
  verificationRefused: "Kimlik doğrulamanız reddedildi. Yeniden gönderebilirsiniz.",
  unfrozen: "Hesabınız artık dondurulmuş değil.",
  reason: "Neden: {reason}",
  reachedAbove: "{symbol} {price} seviyesinde: yükselerek {target} seviyesine ulaştı.",
  reachedBelow: "{symbol} {price} seviyesinde: düşerek {target} seviyesine ulaştı.",
  picture: "Bir resim",
  footer: "Neyin, nasıl bildirileceğini Hesabım → Bildirimler altında seçebilirsiniz.",
};
