import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useAppStore } from "../../state/app-store.ts";
import { TerminalFrame } from "../../trading/terminal/terminal-frame.tsx";
import { ContractBar } from "./contract-header.tsx";
import { useLiveContracts, useMark } from "./contract-live.ts";
import { ContractRecords } from "./contract-records.tsx";
import { ContractTicketPanel } from "./contract-ticket-panel.tsx";
import { ContractWallet } from "./contract-wallet.tsx";
import "./contract.css";
import type { ContractTerminalProps } from "./phone-contract.tsx";
import { useContractActions } from "./use-contract-actions.ts";
import { useContractLines } from "./use-contract-lines.tsx";
import { useContractTicket } from "./use-contract-ticket.ts";

/** Chart, book and ticket side by side on tablets and desktops; positions below. */
export function DesktopContract({ shown, terms, onChoosePair }: ContractTerminalProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useContractActions();
  const contracts = useLiveContracts();
  const control = useContractTicket(shown);
  const { markPrice } = useMark(shown.market);
  const lines = useContractLines(contracts, shown, acts);
  const common = { shown, terms, contracts, acts, isDesktop } as const;
  return (
    <TerminalFrame
      shown={shown}
      bar={<ContractBar shown={shown} onChoosePair={onChoosePair} />}
      lines={lines}
      onChartPrice={control.takeChartPrice}
      book={{
        ownOrders: contracts.orders,
        reference: { label: t("contract.mark"), price: markPrice },
        onPick: control.pick,
      }}
      ticket={
        <>
          <ContractTicketPanel {...common} control={control} />
          {isLoggedIn && <ContractWallet account={contracts.account} terms={terms} />}
        </>
      }
      records={<ContractRecords {...common} />}
    />
  );
}
