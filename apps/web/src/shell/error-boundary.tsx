import type { ReactNode } from "react";
import { Component } from "react";

interface Props {
  /** A new key gives the children another chance. */
  readonly resetKey: string;
  readonly fallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failedKey: string | null;
}

/** A screen that fails leaves the navigation standing. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedKey: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedKey: "" };
  }

  override componentDidCatch(): void {
    this.setState({ failedKey: this.props.resetKey });
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.failedKey !== null && previous.resetKey !== this.props.resetKey) {
      this.setState({ failedKey: null });
    }
  }

  override render(): ReactNode {
    if (this.state.failedKey === null) return this.props.children;
    return this.props.fallback(() => this.setState({ failedKey: null }));
  }
}
