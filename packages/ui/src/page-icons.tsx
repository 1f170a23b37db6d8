import { icon } from "./icons.tsx";

/** Icons used neither by the shell nor by trade screens, kept out of the first load. */

export const DepositIcon = /* @__PURE__ */ icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 20h15" />);
export const WithdrawIcon = /* @__PURE__ */ icon(<path d="M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 20h15" />);
export const TransferIcon = /* @__PURE__ */ icon(<path d="M4 8.5h14L14.5 5M20 15.5H6L9.5 19" />);
export const ConvertIcon = /* @__PURE__ */ icon(
  <path d="M19 11a7 7 0 0 0-12.5-3.5L4.5 10m0-5v5h5M5 13a7 7 0 0 0 12.5 3.5l2-2.5m0 5v-5h-5" />,
);
export const ChevronRightIcon = /* @__PURE__ */ icon(<path d="m9.5 6 6 6-6 6" />);
export const CopyIcon = /* @__PURE__ */ icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </>,
);
export const ShieldIcon = /* @__PURE__ */ icon(
  <path d="M12 3.5 19 6v5.5c0 4.3-2.8 7.5-7 9-4.2-1.5-7-4.7-7-9V6z" />,
);
export const ShieldCheckIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 3.5 19 6v5.5c0 4.3-2.8 7.5-7 9-4.2-1.5-7-4.7-7-9V6z" />
    <path d="m8.8 11.8 2.3 2.3 4.2-4.3" />
  </>,
);
export const LockIcon = /* @__PURE__ */ icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const ClockIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5.2l3.3 2" />
  </>,
);
export const GearIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3.5v2.2m0 12.6v2.2M3.5 12h2.2m12.6 0h2.2M6 6l1.6 1.6m8.8 8.8L18 18M6 18l1.6-1.6m8.8-8.8L18 6" />
  </>,
);
export const HeadsetIcon = /* @__PURE__ */ icon(
  <path d="M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h2.3v5H6a1.5 1.5 0 0 1-1.5-1.5zm15 0h-2.3v5h.8a1.5 1.5 0 0 0 1.5-1.5zM17.5 18.5c0 1.5-2 2-4 2" />,
);
export const FilterIcon = /* @__PURE__ */ icon(<path d="M4 6h16M7 12h10M10.5 18h3" />);
export const ListIcon = /* @__PURE__ */ icon(
  <path d="M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1" />,
);
export const PercentIcon = /* @__PURE__ */ icon(
  <>
    <path d="m6 18 12-12" />
    <circle cx="7.5" cy="7.5" r="2.5" />
    <circle cx="16.5" cy="16.5" r="2.5" />
  </>,
);
export const KeyIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8-8M16 7.5l2.5 2.5" />
  </>,
);
export const PhoneIcon = /* @__PURE__ */ icon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 18h2" />
  </>,
);
export const MailIcon = /* @__PURE__ */ icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="m4 7 8 6 8-6" />
  </>,
);
export const FingerprintIcon = /* @__PURE__ */ icon(
  <path d="M6 17c1-2 1-3.5 1-5a5 5 0 0 1 10 0c0 3-.5 5.5-1.5 8M12 12c0 4-1 6.5-2.5 8.5M4 13v-1a8 8 0 0 1 13-6.2M20 11c.2 2 .1 4-.3 6" />,
);
export const DocumentIcon = /* @__PURE__ */ icon(
  <path d="M6 3.5h8L18.5 8v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6" />,
);
export const CameraIcon = /* @__PURE__ */ icon(
  <>
    <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
);
export const ExternalIcon = /* @__PURE__ */ icon(<path d="M14 4.5h5.5V10M19 5l-8 8M17 14v5.5H4.5V7H10" />);
export const LogOutIcon = /* @__PURE__ */ icon(
  <path d="M14 4.5H5.5v15H14M10 12h10.5M17 8.5 20.5 12 17 15.5" />,
);
export const GiftIcon = /* @__PURE__ */ icon(
  <>
    <rect x="4" y="9" width="16" height="11" rx="1.5" />
    <path d="M3.5 9h17M12 9v11M12 9C9 9 7.5 7.5 8 6s3-1.5 4 3c1-4.5 3.5-4.5 4-3s-1 3-4 3z" />
  </>,
);
export const GridIcon = /* @__PURE__ */ icon(
  <>
    <rect x="4" y="4" width="6.5" height="6.5" rx="1.5" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.5" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.5" />
    <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.5" />
  </>,
);
export const ScreenIcon = /* @__PURE__ */ icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="11.5" rx="1.8" />
    <path d="M12 16v3.5m-3.5 0h7" />
  </>,
);
export const TimerIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="13.5" r="7" />
    <path d="M12 10v3.5M9.5 3.5h5M18.5 7 17 8.5" />
  </>,
);
export const ArrowUpRightIcon = /* @__PURE__ */ icon(<path d="M6 18 18 6m-9 0h9v9" />);
export const ArrowDownRightIcon = /* @__PURE__ */ icon(<path d="m6 6 12 12M9 18h9V9" />);
export const LayersIcon = /* @__PURE__ */ icon(
  <path d="m12 4 8.5 4.5L12 13 3.5 8.5zM4 13l8 4.2L20 13M4 16.8 12 21l8-4.2" />,
);
export const ServerIcon = /* @__PURE__ */ icon(
  <>
    <rect x="4" y="4.5" width="16" height="6" rx="1.5" />
    <rect x="4" y="13.5" width="16" height="6" rx="1.5" />
    <path d="M7.5 7.5h.1M7.5 16.5h.1M11 7.5h5M11 16.5h5" />
  </>,
);
export const NewsIcon = /* @__PURE__ */ icon(
  <path d="M4 5.5h12.5V19H6a2 2 0 0 1-2-2zM16.5 9H20v8a2 2 0 0 1-3.5 1.3M7 9h6M7 12.5h6M7 16h3.5" />,
);
export const ChatIcon = /* @__PURE__ */ icon(<path d="M4 5.5h16v11H11l-4 3.5v-3.5H4z" />);
export const ChainIcon = /* @__PURE__ */ icon(
  <path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17" />,
);
export const PenIcon = /* @__PURE__ */ icon(<path d="m5 19 1-4L16.5 4.5l3 3L9 18z" />);
export const DropletIcon = /* @__PURE__ */ icon(
  <path d="M12 3.5s6.5 6.6 6.5 11a6.5 6.5 0 0 1-13 0c0-4.4 6.5-11 6.5-11zM9 15a3 3 0 0 0 3 3" />,
);
export const LettersIcon = /* @__PURE__ */ icon(
  <path d="M3 18 8 6l5 12M4.7 14h6.6M14.5 18l3.2-7.5L21 18m-5.4-2.5h4.3" />,
);
export const DensityIcon = /* @__PURE__ */ icon(<path d="M4 5.5h16M4 10h16M4 14.5h16M4 19h16" />);
export const PencilIcon = /* @__PURE__ */ icon(<path d="M5 19l1-4L16.5 4.5l3 3L9 18z" />);
export const LayoutIcon = /* @__PURE__ */ icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
    <path d="M14.5 4.5v15M3.5 14h11" />
  </>,
);
