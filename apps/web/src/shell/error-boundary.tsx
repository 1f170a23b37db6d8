import type { ReactNode } from "react";
import { Component } from "react";

interface Props {
  readonly renderFallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** A screen that fails leaves the navigation standing. Give it a key, so that another screen has its own chance. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.renderFallback(() => this.setState({ hasFailed: false }));
  }
}
